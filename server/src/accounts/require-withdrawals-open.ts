import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { minute } from '../mail/index.ts'
import { tableOf } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { requireNotPaused } from '../platform/db/platform-row.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { PersonRef } from '../platform/http/person.ts'

const closedHours = 24

/**
 * Blocks withdrawals for a day for new accounts and after a change of password or 2FA, which a thief would make first.
 * In the sandbox nobody has to wait.
 */
export const requireWithdrawalsOpen = async (db: Db, { config }: Pick<Deps, 'config'>, person: PersonRef) => {
  await requireNotPaused(db, person.kind === 'partner' ? { partnerId: person.id } : {})
  const closed = await findWaiting(db, config, person)
  if (!closed) return
  const opensAt = minute(closed.until)
  throw new ApiError('withdrawals-closed', { message: explain(closed, opensAt), retryAfterSeconds: closed.seconds })
}

const explain = ({ reason, byRole, byRecovery }: Waiting, opensAt: string) => {
  if (byRecovery)
    return `Withdrawals are paused while the owner’s access is recovered. You can withdraw from ${opensAt}.`
  if (reason === 'new-account') return `New accounts can withdraw after 24 hours. You can withdraw from ${opensAt}.`
  return byRole
    ? `New admins can withdraw after 24 hours. You can withdraw from ${opensAt}.`
    : `Withdrawals are paused for 24 hours after a change of password or 2FA. You can withdraw again from ${opensAt}.`
}

type Waiting = {
  until: Date
  reason: 'new-account' | 'security-change'
  /** They wait because they became an admin of their store. */
  byRole: boolean
  /** They wait because the owner of their store is being recovered. */
  byRecovery: boolean
  seconds: number
}

/** Returns until when a person must wait and why, or undefined if they don't have to. */
export const findWaiting = async (
  db: Db,
  config: Pick<Deps['config'], 'mode'>,
  person: PersonRef,
): Promise<Waiting | undefined> => {
  const recovery = await findRecoveryPause(db, config, person)
  if (recovery || config.mode === 'sandbox') return recovery
  const { rows } = await sql<Waiting>`
    select until, reason, by_role, false as by_recovery, ceil(extract(epoch from until - app_now()))::integer as seconds
    from (
      select greatest(created_at, last_password_change, two_factor_changed_at, ${raisedAt(person)}) + make_interval(hours => ${closedHours}) as until,
        case when created_at + make_interval(hours => ${closedHours}) > app_now() then 'new-account' else 'security-change' end as reason,
        coalesce(${raisedAt(person)} >= greatest(last_password_change, two_factor_changed_at, ${raisedAt(person)}), false) as by_role
      from ${sql.table(tableOf(person.kind))} where id = ${person.id}
    ) p where until > app_now()`.execute(db)
  return rows[0]
}

/**
 * Nobody withdraws for a store while its owner is being recovered, nor for a day after. In the sandbox only the wait
 * itself counts.
 */
const findRecoveryPause = async (
  db: Db,
  config: Pick<Deps['config'], 'mode'>,
  { kind, id }: PersonRef,
): Promise<Waiting | undefined> => {
  if (kind === 'admin' || kind === 'partner') return undefined
  const merchantId = kind === 'merchant' ? sql`${id}` : sql`(select merchant_id from merchant_users where id = ${id})`
  const hoursAfter = config.mode === 'sandbox' ? 0 : closedHours
  const { rows } = await sql<Waiting>`
    select until, 'security-change' as reason, false as by_role, true as by_recovery,
      greatest(ceil(extract(epoch from until - app_now())), 1)::integer as seconds
    from (
      select status, coalesce(ended_at, greatest(due_at, app_now())) + make_interval(hours => ${hoursAfter}) as until
      from account_changes
      where merchant_id = ${merchantId} and kind = 'recovery' and status in ('open', 'applied')
      order by id desc limit 1
    ) c where status = 'open' or until > app_now()`.execute(db)
  return rows[0]
}

/** Whether the owner of a store is being recovered, or was within the last day. */
export const isOwnerInRecovery = async (
  db: Db,
  config: Pick<Deps['config'], 'mode'>,
  merchantId: number,
): Promise<boolean> => (await findRecoveryPause(db, config, { kind: 'merchant', id: merchantId })) !== undefined

/** Only users of a store can become admins of it. */
const raisedAt = ({ kind }: PersonRef) => (kind === 'merchant-user' ? sql`raised_at` : sql`null::timestamptz`)

/** The wait as the API shows it. */
export const presentWaiting = (waiting: Waiting | undefined) =>
  waiting ? { until: waiting.until.toISOString(), reason: waiting.reason } : null
