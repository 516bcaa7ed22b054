import { test } from 'vitest'
import { runDueDateModel } from './due-date-model.ts'

test('over hundreds of random commands, no late payment to a due-date invoice counts for more than its price allows', async () => {
  // In a long history customers pay in full sooner or later, so some end early.
  await runDueDateModel({ runs: 20, commands: 60, atLeast: 4, seed: 3 })
}, 1_800_000)
