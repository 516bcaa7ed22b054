import type { Deps } from '../deps.ts'
import { moveClock } from '../platform/db/platform-row.ts'
import { callSandbox } from './call-sandbox.ts'

/** Moves the clocks of sandbox and platform together, so that sessions and invoices have the same time. */
export const turnClock = async (deps: Deps, seconds: number): Promise<Record<string, unknown>> => {
  const done = await callSandbox(deps, 'clock', { advanceSeconds: seconds })
  await moveClock(deps.db, seconds)
  return done
}
