import { test } from 'vitest'
import { runMoneyModel } from './run-money-model.ts'

test('thousands of random commands never let partners withdraw more than was collected', async () => {
  await runMoneyModel({ runs: 25, commands: 300 })
}, 1_800_000)
