import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../http/api-error.ts'
import type { Db } from './connect.ts'
import type { Tx } from './transaction.ts'

export const findFundingAddress = async (db: Db): Promise<string | undefined> => {
  const row = await db.selectFrom('platform').select('fundingAddress').executeTakeFirst()
  return row?.fundingAddress ?? undefined
}

/** If several servers save one, the first wins. */
export const saveFundingAddress = (db: Db, address: string) =>
  db.updateTable('platform').set({ fundingAddress: address }).where('fundingAddress', 'is', null).execute()

/** An address that was paid to is not shown again. */
export const dropUsedFundingAddress = (tx: Tx, usedAddresses: readonly string[]) =>
  sql`update platform set funding_address = null where funding_address = any(${[...usedAddresses]}::text[])`.execute(tx)

type Payee = { merchantId?: number | null | undefined; partnerId?: number | null | undefined }

/**
 * Why nothing new may leave: an operator has paused all withdrawals, or a restore brought back records that are under
 * review, or an owner or partner who isn't confirmed yet.
 */
export const findPause = async (
  db: Db,
  { merchantId = null, partnerId = null }: Payee,
): Promise<'paused' | 'review' | undefined> => {
  const { rows } = await sql<{ isPaused: boolean; isUnderReview: boolean }>`
    select p.withdrawals_paused as is_paused, exists (select from restores where finished_at is null)
      or exists (select from unconfirmed_people u where u.returned_at is null
        and (u.person_kind, u.person_id) in (('merchant', ${merchantId}::integer), ('partner', ${partnerId}::integer)))
      as is_under_review
    from platform p`.execute(db)
  const [row] = rows
  if (row?.isUnderReview) return 'review'
  return row?.isPaused ? 'paused' : undefined
}

/** Throws while nothing new may leave. */
export const requireNotPaused = async (db: Db, payee: Payee = {}) => {
  const pause = await findPause(db, payee)
  if (pause === 'review')
    throw new ApiError('withdrawals-paused', {
      message: 'Withdrawals are paused for a check. Nothing was sent and your money is safe. Try again later.',
    })
  if (pause) throw new ApiError('withdrawals-paused')
}

/** Returns whether that changed anything. */
export const setWithdrawalsPaused = async (tx: Tx, paused: boolean): Promise<boolean> => {
  const changed = await tx
    .updateTable('platform')
    .set({ withdrawalsPaused: paused })
    .where('withdrawalsPaused', '<>', paused)
    .returning('mode')
    .executeTakeFirst()
  return changed !== undefined
}

/** The time when the last backup was whole. */
export const saveBackupTime = (db: Db) => sql`update platform set backed_up_at = app_now()`.execute(db)

/** Moves the platform's clock, in sandbox mode. */
export const moveClock = (db: Db, seconds: number) =>
  sql`update platform set clock_offset = clock_offset + make_interval(secs => ${seconds})`.execute(db)

/** Moves the clock of a new platform back, once. */
export const turnClockBack = async (db: Db, days: number, isNew: RawBuilder<boolean>): Promise<boolean> => {
  const { rows } = await sql`
    update platform set clock_offset = make_interval(days => ${-days})
    where clock_offset = '0' and ${isNew} returning 1`.execute(db)
  return rows.length > 0
}

/** Once: what fails later is an alert. */
export const saveFirstStepsDone = (db: Db) =>
  sql`update platform set first_steps_done_at = app_now() where first_steps_done_at is null`.execute(db)
