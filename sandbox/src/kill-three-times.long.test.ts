import { expect, it } from 'vitest'
import { runKillLoop } from './testing/kill-loop.ts'

// Starting a program four times takes long on a busy machine.
it('a busy sandbox loses no acknowledged change when it is killed three times', {
  timeout: 240_000,
}, async () => {
  const done = await runKillLoop(3)
  expect(done.invoices).toBeGreaterThan(0)
})
