import { sql } from 'kysely'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { newRestoreCode } from '../platform/crypto/restore-code.ts'
import { findOpenRestore, openRestore } from '../platform/db/restore-row.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { restoreStarted } from './facts.ts'

/**
 * An admin says that records are missing, since the wallet paid what the database doesn't know: the review of a restore
 * starts. Nobody learns its code here. A command on the server prints one.
 */
export const reviewSpendings = async (
  deps: Deps,
  admin: Admin,
  twoFactorToken: string | undefined,
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source, { afterWaiting: true })
  await inTransaction(deps.db, async (tx) => {
    if (await findOpenRestore(tx)) throw new ApiError('restore-under-review')
    const since = await findLastKnown(tx)
    if (!since) throw new ApiError('not-found', { message: 'Everything that left the platform’s wallet is explained.' })
    await openRestore(tx, since, newRestoreCode())
    const opened = await findOpenRestore(tx)
    await announce(tx, restoreStarted, { id: opened?.id ?? 0 }, { actor: admin, source })
  })
}

/** An hour before the first transaction without a record, by the world's clock. */
const findLastKnown = async (tx: Tx): Promise<Date | undefined> => {
  const { rows } = await sql<{ since: Date | null }>`
    select min(u.seen_at) - p.clock_offset - interval '1 hour' as since
    from unexplained_spendings u, platform p group by p.clock_offset`.execute(tx)
  return rows[0]?.since ?? undefined
}
