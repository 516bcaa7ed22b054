import { test } from 'vitest'
import { runMoneyModel } from './run-money-model.ts'

test('random commands keep every balance and every collected share equal to a simple model', async () => {
  await runMoneyModel({ runs: 1, commands: 280, seed: 13 })
}, 300_000)
