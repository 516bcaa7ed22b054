import { expect, it } from 'vitest'
import { killEngine } from './kill-engine.ts'

it('loses no reported change when it is killed twenty times', { timeout: 600_000 }, async () => {
  const { facts, blocks } = await killEngine(20)
  expect(facts).toBeGreaterThan(100)
  expect(blocks).toBeGreaterThan(250)
})
