import type { Deps } from '../deps.ts'
import { type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { takeTotp, toVerificationError } from './check-second-factor.ts'
import { requireWithdrawalsOpen } from './require-withdrawals-open.ts'
import { getCredentials, type PersonRef } from './table.credentials.ts'

/** What someone who is signed in must prove: their own second factor, with a code from the app. */
export const authorizeByTotp =
  (deps: Deps, person: PersonRef, code: string | undefined, source: Source) =>
  async (tx: Tx): Promise<ApiError | undefined> => {
    await requireWithdrawalsOpen(tx, deps, person)
    const { twoFactorEnabled, isActive } = await getCredentials(tx, person)
    // Whoever was let in a moment ago may have been deactivated since.
    if (!isActive) return new ApiError('not-signed-in')
    if (!twoFactorEnabled) return new ApiError('second-factor-needed')
    if (code === undefined) return new ApiError('invalid-verification-code', { message: 'Please enter your 2FA code.' })
    const refusal = await takeTotp(tx, deps, person, code, source)
    return refusal && withTwoFactorWording(toVerificationError(refusal))
  }

/** The screen looks for "2FA" in the sentence to put the cursor into the right field. */
export const withTwoFactorWording = (refusal: ApiError): ApiError =>
  refusal.message.includes('2FA') || refusal.code !== 'invalid-verification-code'
    ? refusal
    : new ApiError('invalid-verification-code', { message: 'Invalid 2FA code' })
