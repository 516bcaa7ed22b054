import type { Deps } from '../deps.ts'
import { moveClock } from '../platform/db/platform-row.ts'
import { callSandbox } from './call-sandbox.ts'

/** KeyedMutex the clocks of sandbox and platform together, or sessions and invoices would live in different times. */
export const turnClock = async (deps: Deps, seconds: number): Promise<Record<string, unknown>> => {
  const done = await callSandbox(deps, 'clock', { advanceSeconds: seconds })
  await moveClock(deps.db, seconds)
  return done
}
