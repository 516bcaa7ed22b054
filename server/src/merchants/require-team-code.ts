import { findWaiting, takeSecondFactor, toVerificationError } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { lockPerson } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'

/** Who changes the team, with their code. */
export type By = { person: MerchantPerson; code: string | undefined; source: Source }

/**
 * Requires the 2FA code of the person who changes the team. Who may not withdraw yet, because their account or their
 * second factor is new, can't let somebody else withdraw. Returns the refusal.
 */
export const requireTeamCode = async (
  tx: Tx,
  deps: Deps,
  { person, code, source }: By,
  { raises }: { raises: boolean },
): Promise<ApiError | undefined> => {
  const locked = await lockPerson(tx, person)
  // They may have been removed, deactivated or demoted since this request was authenticated.
  if (!locked?.isActive) return new ApiError('not-signed-in')
  if (locked.role === 'user') return new ApiError('forbidden')
  if (!locked.twoFactorEnabled) {
    return new ApiError('second-factor-needed', { message: '2FA must be set up before you can change your team.' })
  }
  const waiting = raises ? await findWaiting(tx, deps.config, person) : undefined
  if (waiting) {
    return new ApiError('withdrawals-closed', {
      message: 'You can give people the role admin 24 hours after your account was created or its security changed.',
      retryAfterSeconds: waiting.seconds,
    })
  }
  if (code === undefined) return new ApiError('second-factor-missing')
  const by = await takeSecondFactor(tx, deps, locked, code, source, { recoveryCodes: false })
  return by instanceof ApiError ? toVerificationError(by) : undefined
}
