import { test } from 'vitest'
import { runMoneyModel } from './run-money-model.ts'

test('a thousand random commands keep every balance and every collected share equal to a simple model', async () => {
  await runMoneyModel({ runs: 4, commands: 250, seed: 13 })
}, 300_000)
