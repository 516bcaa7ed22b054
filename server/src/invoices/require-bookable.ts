import { ApiError } from '../platform/http/api-error.ts'

/** Digits before the point that can be booked in dollars too, up to a million of them for one bitcoin. */
const mostDigits: Record<string, number> = { BTC: 4, JPY: 11 }
const mostDigitsElse = 9

/** Refuses what our books could not hold, before anything is made of it. */
export const requireBookable = ({ amount, currency }: { amount: string; currency: string }) => {
  const digits = (amount.split('.')[0] ?? '').replace(/^0+/, '').length
  if (digits <= (mostDigits[currency] ?? mostDigitsElse)) return
  const message = 'This amount is too large for one invoice.'
  throw new ApiError('invalid-request', { message, fields: [{ path: 'amount', message }] })
}
