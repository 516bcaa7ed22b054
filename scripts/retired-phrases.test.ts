import { expect, test } from 'vitest'
import { checkRetired, findRetired, pendingPlaces } from './retired-phrases.mjs'

test('a retired phrase is found across line breaks and apostrophes, but not in comments', () => {
  const phrases = ["the network's fee on top", 'Offer the refund']
  expect(findRetired('pays it, and the\n   network’s fee on top.', phrases)).toEqual(["the network's fee on top"])
  expect(findRetired('/** Offer the refund. */\n// Offer the refund\nconst a = 1', phrases)).toEqual([])
  expect(findRetired("'Offer the refunds'", phrases)).toEqual([])
})

test('no retired phrase returns to a rewritten file', () => {
  const pending = new Set(pendingPlaces())
  expect(checkRetired().filter(({ path }) => !pending.has(path))).toEqual([])
})

test('the list of files to rewrite names only files that have a retired phrase', () => {
  const found = new Set(checkRetired().map(({ path }) => path))
  expect(pendingPlaces().filter((path) => !found.has(path))).toEqual([])
})
