import { expect } from 'vitest'
import type { Deps } from '../src/deps.ts'

/** Crashes once when a step is reached, and checks that it was. */
export const crashingAt = async <T>(deps: Deps, step: string, work: (hasCrashed: () => boolean) => Promise<T>) => {
  let crashed = false
  deps.reached = (reached) => {
    if (reached !== step || crashed) return
    crashed = true
    throw new Error('crash')
  }
  const result = await work(() => crashed).finally(() => {
    deps.reached = () => undefined
  })
  expect(crashed, step).toBe(true)
  return result
}
