import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { commitThenRefuse } from './commit-then-refuse.ts'
import { takeTotp } from './take-second-factor.ts'
import { toVerificationRefusal } from './to-verification-refusal.ts'

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
): Promise<void> => {
  const inSandbox = deps.config.mode === 'sandbox'
  if (!admin.twoFactorEnabled) {
    if (inSandbox) return
    throw new ApiError('admin-second-factor-needed')
  }
  if (twoFactorToken === undefined || twoFactorToken === '') {
    if (inSandbox) return
    throw new ApiError('second-factor-missing')
  }
  await commitThenRefuse(deps.db, async (tx) => {
    const refusal = await takeTotp(tx, deps, admin, twoFactorToken, source)
    return refusal && toVerificationRefusal(refusal)
  })
}
