import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type PersonRef, tableOf } from '../../modules/auth/person-tables.ts'
import type { Db } from '../../platform/db/connect.ts'
import { ApiError } from '../../platform/http/api-error.ts'

const closedHours = 24

/** An operator may have paused all withdrawals. */
export const requireNotPaused = async (db: Db) => {
  const paused = await db.selectFrom('platform').select('withdrawalsPaused').executeTakeFirst()
  if (paused?.withdrawalsPaused) throw new ApiError('withdrawals-paused')
}

/**
 * Whoever stole an account changes its password or second factor first, or is new: for a day nothing leaves. In the
 * sandbox nobody has to wait.
 */
export const requireOpen = async (db: Db, { config }: Pick<Deps, 'config'>, person: PersonRef) => {
  await requireNotPaused(db)
  if (config.mode === 'sandbox') return
  const row = await db
    .selectFrom(tableOf(person.kind))
    .select(
      sql<Date>`greatest(created_at, last_password_change, two_factor_changed_at) + make_interval(hours => ${closedHours})`.as(
        'opensAt',
      ),
    )
    .where('id', '=', person.id)
    .where(
      sql<boolean>`greatest(created_at, last_password_change, two_factor_changed_at) > app_now() - make_interval(hours => ${closedHours})`,
    )
    .executeTakeFirst()
  if (!row) return
  throw new ApiError('withdrawals-closed', {
    message: `Withdrawals are closed for 24 hours after a change of password or 2FA. They open again at ${row.opensAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
  })
}
