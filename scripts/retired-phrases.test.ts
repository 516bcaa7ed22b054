import { expect, test } from 'vitest'
import { checkRetired, findRetired } from './retired-phrases.mjs'

test('a retired phrase is found across line breaks and apostrophes, but not in comments', () => {
  const phrases = ["the network's fee on top", 'Offer the refund']
  expect(findRetired('pays it, and the\n   network’s fee on top.', phrases)).toEqual(["the network's fee on top"])
  expect(findRetired('/** Offer the refund. */\n// Offer the refund\nconst a = 1', phrases)).toEqual([])
  expect(findRetired("'Offer the refunds'", phrases)).toEqual([])
})

test('no retired phrase returns', () => {
  expect(checkRetired()).toEqual([])
})
