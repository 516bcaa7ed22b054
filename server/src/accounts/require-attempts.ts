import type { Deps } from '../deps.ts'
import { type Limit, takeAttempt } from './table.attempts.ts'

/**
 * Takes an attempt from each limit before the work that it guards, each in a statement of its own. Requests at the same
 * time cannot all be the first, and a failure of the work does not undo the count.
 */
export const requireAttempts = async ({ db, config }: Pick<Deps, 'db' | 'config'>, limits: Limit[]) => {
  if (!config.rateLimits) return
  for (const limit of limits) {
    const refusal = await takeAttempt(db, limit)
    if (refusal) throw refusal
  }
}
