import { expect, test } from 'vitest'
import { runRestoreModel } from './restore-model.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

test.each(seeds)('nothing is paid twice after a restore at a random point (seed %i)', async (seed) => {
  const { tried, forgotten } = await runRestoreModel(seed, 18)
  expect(tried).toBeGreaterThan(2)
  expect(forgotten).toBeGreaterThan(0)
})
