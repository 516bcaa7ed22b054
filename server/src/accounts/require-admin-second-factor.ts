import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { minute } from '../mail/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeTotp, toVerificationError } from './check-second-factor.ts'

const waitHours = 24

/**
 * Requires a fresh 2FA code from an admin before a change to money, people or BTCPay details. In the sandbox 2FA is
 * optional, but a code that is sent is checked there too. It runs in its own transaction before the change: wrong codes
 * count even if the change fails, and a correct code is used up.
 */
export const requireAdminSecondFactor = async (
  deps: Pick<Deps, 'db' | 'sealer' | 'config'>,
  admin: Admin,
  twoFactorToken: string | undefined,
  source: Source,
  /** For actions that move money, or would let someone else move it sooner. */
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

/** A thief with an admin's password could set up 2FA on their own phone, so new 2FA cannot move money for a day. */
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
    message: `You can do this 24 hours after you set up two-factor authentication, from ${minute(waiting.from)}.`,
    retryAfterSeconds: waiting.seconds,
  })
}
