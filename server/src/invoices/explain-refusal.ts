import type { Refused } from '@bitquay/btcpay'
import { ApiError } from '../platform/http/api-error.ts'

/** BTCPay's words are a log of its own, with host names. Merchants and customers read only what is listed here. */
const known: readonly { says: RegExp; error: () => ApiError }[] = [
  {
    says: /RateUnavailable|Rate rule error|Exception reaching exchange|ERR_RATE/i,
    error: () => new ApiError('price-unavailable'),
  },
  {
    says: /below the dust threshold/i,
    error: () =>
      refusedBecause('This amount is too small to be paid on-chain. Nothing was created. Enter a larger one.'),
  },
  {
    says: /no wallet has been linked|enable a payment method/i,
    error: () => new ApiError('not-configured'),
  },
]

const refusedBecause = (message: string) => new ApiError('engine-refused', { message })

/** What people are told about an invoice that BTCPay refused to create. */
export const explainRefusal = ({ message }: Pick<Refused, 'message'>): ApiError =>
  known.find(({ says }) => says.test(message))?.error() ??
  refusedBecause('The payment server refused this invoice. Nothing was created. Contact support if it happens again.')
