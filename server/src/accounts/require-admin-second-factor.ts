import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeTotp, toVerificationError } from './check-second-factor.ts'

const waitHours = 24

/**
 * Asks an admin for a fresh code before an act on money, people or BTCPay details. In the sandbox nobody need have one,
 * but a code that is given by someone who has 2FA is judged there too. It is a transaction of its own, before the act's: wrong
 * codes count even when nothing comes of the act, and a right one is used up.
 */
export const requireAdminSecondFactor = async (
  deps: Pick<Deps, 'db' | 'sealer' | 'config'>,
  admin: Admin,
  twoFactorToken: string | undefined,
  source: Source,
  /** For what moves money, or would let someone else move it sooner. */
  { afterWaiting = false }: { afterWaiting?: boolean } = {},
): Promise<void> => {
  const inSandbox = deps.config.mode === 'sandbox'
  if (!admin.twoFactorEnabled) {
    if (inSandbox) return
    throw new ApiError('admin-second-factor-needed')
  }
  if (afterWaiting && !inSandbox) await requireWaited(deps.db, admin)
  if (twoFactorToken === undefined || twoFactorToken === '') {
    if (inSandbox) return
    throw new ApiError('second-factor-missing')
  }
  await commitThenThrow(deps.db, async (tx) => {
    const refusal = await takeTotp(tx, deps, admin, twoFactorToken, source)
    return refusal && toVerificationError(refusal)
  })
}

/** Whoever stole an admin's password could enroll a phone of their own: for a day that moves nothing. */
const requireWaited = async (db: Db, { id }: Admin) => {
  const { rows } = await sql<{ from: Date; seconds: number }>`
    select two_factor_changed_at + make_interval(hours => ${waitHours}) as "from",
      ceil(extract(epoch from two_factor_changed_at + make_interval(hours => ${waitHours}) - app_now()))::integer as seconds
    from admins where id = ${id} and two_factor_changed_at > app_now() - make_interval(hours => ${waitHours})`.execute(
    db,
  )
  const [waiting] = rows
  if (!waiting) return
  throw new ApiError('admin-waiting', {
    message: `You can do this 24 hours after you set up two-factor authentication: from ${waiting.from.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    retryAfterSeconds: waiting.seconds,
  })
}
