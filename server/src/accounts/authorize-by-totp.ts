import type { Deps } from '../deps.ts'
import { type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { takeTotp, toVerificationError } from './check-second-factor.ts'
import { requireWithdrawalsOpen } from './require-withdrawals-open.ts'
import { getCredentials, type PersonRef } from './table.credentials.ts'

/** Requires a 2FA code from the authenticator app of a signed-in person. Returns a refusal instead of throwing it. */
export const authorizeByTotp =
  (deps: Deps, person: PersonRef, code: string | undefined, source: Source) =>
  async (tx: Tx): Promise<ApiError | undefined> => {
    await requireWithdrawalsOpen(tx, deps, person)
    const { twoFactorEnabled, isActive } = await getCredentials(tx, person)
    // The person may have been deactivated since this request was authenticated.
    if (!isActive) return new ApiError('not-signed-in')
    if (!twoFactorEnabled) return new ApiError('second-factor-needed')
    if (code === undefined) return new ApiError('invalid-verification-code', { message: 'Enter your 2FA code.' })
    const refusal = await takeTotp(tx, deps, person, code, source)
    return refusal && withTwoFactorWording(toVerificationError(refusal))
  }

/** The form looks for "2FA" in the message to focus the right field. */
export const withTwoFactorWording = (refusal: ApiError): ApiError =>
  refusal.message.includes('2FA') || refusal.code !== 'invalid-verification-code'
    ? refusal
    : new ApiError('invalid-verification-code', { message: 'Invalid 2FA code' })
