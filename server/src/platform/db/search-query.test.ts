import { expect, test } from 'vitest'
import { toSearchQuery } from './search-query.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  [' - ', undefined],
  ['kest arc', "('kest':*) & ('arc':*)"],
  ['Kestrel', "('kestrel':*)"],
  // A word that a sign ends is complete, and the last word may continue.
  ['owner-777', "('owner') & ('777':*)"],
  ['sam@shop.test', "('sam') & ('shop') & ('test':*)"],
  ['sam@shop.', "('sam') & ('shop')"],
  ["o'neil; drop", "('o') & ('neil') & ('drop':*)"],
  ['a b a A b', "('a':*) & ('b':*)"],
  ['Ärger', "('ärger':* | 'Ärger':*)"],
])('%s', (typed, query) => expect(toSearchQuery(typed)).toBe(query))
