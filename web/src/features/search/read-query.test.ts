import { expect, test } from 'vitest'
import { readQuery } from './read-query.ts'

test.each([
  ['  Jonas Lind ', 'Jonas Lind', 'all'],
  ['>send', 'send', 'actions'],
  ['> ', '', 'actions'],
  ['# 20417', '20417', 'ids'],
  ['? refund', 'refund', 'help'],
  ['20#417', '20#417', 'all'],
])('"%s" searches for "%s" in %s', (text, query, scope) => {
  expect(readQuery(text)).toEqual({ query, scope })
})
