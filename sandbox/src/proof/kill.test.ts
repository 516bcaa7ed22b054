import { expect, it } from 'vitest'
import { killEngine } from './kill-engine.ts'

it('loses no reported change when it is killed three times', async () => {
  const { facts, blocks } = await killEngine(3)
  expect(facts).toBeGreaterThan(15)
  expect(blocks).toBeGreaterThanOrEqual(250)
})
