import { expect, it } from 'vitest'
import { runKillLoop } from './testing/kill-loop.ts'

it('a busy sandbox loses nothing that it has answered when it is killed three times', async () => {
  const done = await runKillLoop(3)
  expect(done.invoices).toBeGreaterThan(0)
})
