import { test } from 'vitest'
import { runDueDateModel } from './due-date-model.ts'

test('over hundreds of random commands, no late payment to a due-date invoice counts for more than its price allows', async () => {
  await runDueDateModel({ runs: 15, commands: 60 })
}, 1_800_000)
