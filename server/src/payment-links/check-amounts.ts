import { decimalsOf, toSats } from '@bitquay/contract/money'
import { ApiError } from '../platform/http/api-error.ts'

type Amounts = {
  currency: string
  amount: string | null
  minAmount: string | null
  maxAmount: string | null
  maxQuantity: number
  tips: readonly string[]
}

/** Requires amounts that the currency can be paid in, and bounds with something between them. */
export const requireSaneAmounts = (link: Amounts) => {
  for (const path of ['amount', 'minAmount', 'maxAmount'] as const) {
    const value = link[path]
    if (value !== null) requireDecimals(path, value, link.currency)
  }
  for (const tip of link.tips) requireDecimals('tips', tip, link.currency)
  if (link.amount === null && link.maxQuantity > 1) {
    throw invalid('maxQuantity', 'Several at once need a fixed amount')
  }
  if (link.amount !== null && (link.minAmount !== null || link.maxAmount !== null)) {
    throw invalid('amount', 'A fixed amount can’t have a minimum or maximum')
  }
  if (link.minAmount !== null && link.maxAmount !== null && toSats(link.minAmount) > toSats(link.maxAmount)) {
    throw invalid('maxAmount', 'The maximum is below the minimum')
  }
}

export const requireDecimals = (path: string, value: string, currency: string) => {
  const decimals = decimalsOf(currency)
  const fraction = (value.split('.')[1] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) {
    throw invalid(path, decimals === 0 ? `${currency} has no decimals` : `${currency} has at most ${decimals} decimals`)
  }
}

export const invalid = (path: string, message: string) =>
  new ApiError('invalid-request', { message, fields: [{ path, message }] })
