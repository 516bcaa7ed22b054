import { expect, test } from 'vitest'
import { capParts } from './cap-parts.ts'

test.each<[string, bigint[], bigint[], bigint[]]>([
  ['parts within their wholes stay', [1n, 0n, 5n], [2n, 3n, 5n], [1n, 0n, 5n]],
  ['a cent too many goes to a part that isn’t zero', [283n, 0n, 95n], [282n, 10n, 190n], [282n, 0n, 96n]],
  ['or to any that has room', [283n, 0n], [282n, 10n], [282n, 1n]],
  ['several go to several', [3n, 3n, 1n, 0n], [1n, 1n, 2n, 9n], [1n, 1n, 2n, 3n]],
])('%s', (_what, parts, wholes, expected) => {
  expect(capParts(parts, wholes)).toEqual(expected)
})
