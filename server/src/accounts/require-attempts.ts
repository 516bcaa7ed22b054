import type { Deps } from '../deps.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { type Limit, takeAttempt } from './table.attempts.ts'

/**
 * Takes an attempt from each limit before the work that it guards, in its own transaction. Requests at the same time
 * cannot all be the first, and a failure of the work does not undo the count. Always pass source limits before account
 * limits, so that two requests cannot deadlock.
 */
export const requireAttempts = async ({ db, config }: Pick<Deps, 'db' | 'config'>, limits: Limit[]) => {
  if (!config.rateLimits) return
  await commitThenThrow(db, async (tx) => {
    for (const limit of limits) {
      const refusal = await takeAttempt(tx, limit)
      if (refusal) return refusal
    }
    return undefined
  })
}
