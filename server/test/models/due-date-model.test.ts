import { test } from 'vitest'
import { runDueDateModel } from './due-date-model.ts'

test('under a moving price, payments of due-date invoices count for what a simple rule says', async () => {
  await runDueDateModel({ runs: 4, commands: 18, seed: 1 })
}, 120_000)
