import { requireWithdrawalsOpen, takeSecondFactor, toVerificationError } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { lockPerson } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'

/** Requires the 2FA code of a person who lets a program move money. Returns the refusal. */
export const requireManagerCode = async (
  tx: Tx,
  deps: Deps,
  person: MerchantPerson,
  code: string | undefined,
  source: Source,
  what = 'an API key can move money',
): Promise<ApiError | undefined> => {
  const locked = await lockPerson(tx, person)
  // They may have been removed, deactivated or demoted since this request was authenticated.
  if (!locked?.isActive) return new ApiError('not-signed-in')
  if (locked.role === 'user') return new ApiError('forbidden')
  await requireWithdrawalsOpen(tx, deps, person)
  if (!locked.twoFactorEnabled)
    return new ApiError('second-factor-needed', { message: `2FA must be set up before ${what}.` })
  if (code === undefined) {
    const message = 'Enter your 2FA code.'
    return new ApiError('invalid-request', { message, fields: [{ path: 'twoFactorToken', message }] })
  }
  const by = await takeSecondFactor(tx, deps, locked, code, source, { recoveryCodes: false })
  return by instanceof ApiError ? toVerificationError(by) : undefined
}
