import type { ErrorCode } from '@bitquay/contract/errors'
import { ApiError } from '../http/api-error.ts'

/** Constraints that a request can violate, and the error it gets. Any other violation is our own bug. */
const refusals: Record<string, ErrorCode> = {
  email_addresses_unique: 'email-taken',
  admins_email_unique: 'email-taken',
  merchants_email_unique: 'email-taken',
  merchant_users_email_unique: 'email-taken',
  partners_email_unique: 'email-taken',
  loop_out_one_open: 'loop-out-open',
  account_changes_one_open: 'change-open',
  merchant_open: 'store-closed',
  tills_slug_unique: 'till-address-taken',
  partners_shares_whole: 'shares-exceeded',
}

/** Codes of a database that is down, starting or out of connections. */
const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Too many requests waited for the same row.
  '55P03',
  '08006',
  '08001',
])

/** The driver's message, without a code, for a connection that ended during a transaction. */
const lostConnection = /^(Connection terminated|Client has encountered a connection error)/

/** A date that no calendar has, or a time zone that JavaScript knows and PostgreSQL doesn't. */
const isInvalidMoment = (code: string | undefined, message: string) =>
  code === '22008' || (code === '22023' && message.startsWith('time zone'))

export const toApiError = (error: unknown): ApiError | undefined => {
  const { code, constraint, message = '' } = error as { code?: string; constraint?: string; message?: string }
  const refusal = constraint === undefined ? undefined : refusals[constraint]
  if (refusal) return new ApiError(refusal, { cause: error })
  if (isInvalidMoment(code, message)) {
    return new ApiError('invalid-request', { cause: error, message: 'This date or time zone isn’t valid.' })
  }
  if (code === undefined ? lostConnection.test(message) : unavailable.has(code))
    return new ApiError('unavailable', { cause: error, retryAfterSeconds: 2 })
  return undefined
}
