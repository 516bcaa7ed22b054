import type { Deps } from '../deps.ts'
import { lockPerson } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { PersonRef } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeSecondFactor, toVerificationError } from './check-second-factor.ts'
import { requireWithdrawalsOpen } from './require-withdrawals-open.ts'

/**
 * Requires a 2FA code from the authenticator app of a signed-in person. Returns a refusal instead of throwing it. What
 * the person may do is read again: the request may have waited for a lock since it was authenticated.
 */
export const authorizeByTotp =
  (deps: Deps, person: PersonRef, code: string | undefined, source: Source) =>
  async (tx: Tx): Promise<ApiError | undefined> => {
    const locked = await lockPerson(tx, person)
    if (!locked?.isActive) return new ApiError('not-signed-in')
    if (locked.role === 'user') return new ApiError('forbidden')
    await requireWithdrawalsOpen(tx, deps, person)
    if (!locked.twoFactorEnabled) return new ApiError('second-factor-needed')
    if (code === undefined) return new ApiError('invalid-verification-code', { message: 'Enter your 2FA code.' })
    const outcome = await takeSecondFactor(tx, deps, locked, code, source, { recoveryCodes: false })
    return outcome instanceof ApiError ? withTwoFactorWording(toVerificationError(outcome)) : undefined
  }

/** The form looks for "2FA" in the message to focus the right field. */
export const withTwoFactorWording = (refusal: ApiError): ApiError =>
  refusal.message.includes('2FA') || refusal.code !== 'invalid-verification-code'
    ? refusal
    : new ApiError('invalid-verification-code', { message: 'Invalid 2FA code' })
