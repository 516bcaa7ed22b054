import { expect, it } from 'vitest'
import { sharingExample } from './sharing-example.ts'

it.each([
  [1, 33.33, '$1.00', '$0.333'],
  [1, 50, '$1.00', '$0.50'],
  [4.875, 33.33, '$4.875', '$1.625'],
  [0, 33.33, '$0.00', '$0.00'],
])('a pool of %d %% and a share of %d %%', (pool, share, poolText, shareText) => {
  expect(sharingExample(pool, share)).toEqual({ poolText, shareText })
})
