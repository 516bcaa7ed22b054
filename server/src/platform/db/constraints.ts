import type { ErrorCode } from '@bitquay/contract/errors'
import { ApiError } from '../http/api-error.ts'
import { isReadOnlyError } from './write-state.ts'

/** Constraints that a request can violate, and the error it gets. Any other violation is our own bug. */
const refusals: Record<string, ErrorCode> = {
  email_addresses_unique: 'email-taken',
  admins_email_unique: 'email-taken',
  merchants_email_unique: 'email-taken',
  merchant_users_email_unique: 'email-taken',
  merchant_users_of_team: 'email-taken',
  partners_email_unique: 'email-taken',
  loop_out_one_open: 'loop-out-open',
  account_changes_one_open: 'change-open',
  own_keys_changes_one_open: 'change-open',
  merchant_open: 'store-closed',
  merchant_fees_paid: 'payments-paused',
  tills_slug_unique: 'till-address-taken',
  partners_shares_whole: 'shares-exceeded',
}

/** Codes of a database that is down, starting or out of connections, also from PgBouncer in front of it. */
const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Too many requests waited for the same row.
  '55P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08P01',
])

/** The driver's messages, without a code, for a connection that ended, couldn't be opened in time, or got no answer. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

/** A date that no calendar has, or a time zone that JavaScript knows and PostgreSQL doesn't. */
const isInvalidMoment = (code: string | undefined, message: string) =>
  code === '22008' || (code === '22023' && message.startsWith('time zone'))

/** The database takes no changes right now. */
export const readOnlyRefusal = (cause?: unknown) =>
  new ApiError('unavailable', {
    message: 'Changes can’t be saved right now. Nothing was changed. Try again in a minute.',
    cause,
    retryAfterSeconds: 5,
  })

export const toApiError = (error: unknown): ApiError | undefined => {
  const { code, constraint, message = '' } = error as { code?: string; constraint?: string; message?: string }
  const refusal = constraint === undefined ? undefined : refusals[constraint]
  if (refusal) return new ApiError(refusal, { cause: error })
  if (isInvalidMoment(code, message)) {
    return new ApiError('invalid-request', { cause: error, message: 'This date or time zone isn’t valid.' })
  }
  if (isReadOnlyError(error)) return readOnlyRefusal(error)
  if (code === undefined ? lostConnection.test(message) : unavailable.has(code))
    return new ApiError('unavailable', { cause: error, retryAfterSeconds: 2 })
  return undefined
}
