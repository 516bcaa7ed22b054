import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { pullLever } from './call-sandbox.ts'

/** Turns the clocks of sandbox and platform together, or sessions and invoices would live in different times. */
export const turnClock = async (deps: Deps, seconds: number): Promise<Record<string, unknown>> => {
  const done = await pullLever(deps, 'clock', { advanceSeconds: seconds })
  await sql`update platform set clock_offset = clock_offset + make_interval(secs => ${seconds})`.execute(deps.db)
  return done
}
