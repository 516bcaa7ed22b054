import { expect, test } from 'vitest'
import { runRestoreModel } from './restore-model.ts'

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'nothing is paid twice after a restore at a random point (seed %i)',
  async (seed) => {
    const { tried } = await runRestoreModel(seed, 18)
    expect(tried).toBeGreaterThan(2)
  },
)
