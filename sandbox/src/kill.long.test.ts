import { expect, it } from 'vitest'
import { runKillLoop } from './testing/kill-loop.ts'

it('a busy sandbox loses no acknowledged change when it is killed twenty times', async () => {
  const done = await runKillLoop(20)
  expect(done.payments).toBeGreaterThan(0)
  expect(done.blocks).toBeGreaterThan(0)
})
