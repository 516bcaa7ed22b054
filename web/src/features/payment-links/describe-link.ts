import { linkStatusWords, type PaymentLink } from '@bitquay/contract/payment-links'
import { formatPrice } from '../../lib/format-price.ts'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

const shapes: Record<PaymentLink['status'], BadgeShape> = {
  active: 'solid',
  paused: 'dashed',
  expired: 'open',
  'used-up': 'open',
}

export const stateOf = ({ status }: Pick<PaymentLink, 'status'>) => ({
  shape: shapes[status],
  word: linkStatusWords[status],
})

type Amounts = Pick<PaymentLink, 'amount' | 'minAmount' | 'maxAmount' | 'currency'> &
  Partial<Pick<PaymentLink, 'maxQuantity'>>

/** What a customer pays, in words. */
export const amountOf = ({ amount, minAmount, maxAmount, currency, maxQuantity = 1 }: Amounts): string => {
  const price = (value: string) => formatPrice(value, currency)
  if (amount !== null && maxQuantity > 1) return t.eachUpTo({ price: price(amount), max: String(maxQuantity) })
  if (amount !== null) return price(amount)
  if (minAmount !== null && maxAmount !== null) return t.fromTo({ min: price(minAmount), max: price(maxAmount) })
  if (minAmount !== null) return t.from({ min: price(minAmount) })
  return maxAmount === null ? t.anyIn({ currency }) : t.upTo({ max: price(maxAmount) })
}

/** As people say and type it. */
export const shortAddressOf = ({ url }: Pick<PaymentLink, 'url'>) => url.replace(/^https?:\/\//, '')

type Used = Pick<PaymentLink, 'payments' | 'maxPayments'> & Partial<Pick<PaymentLink, 'maxQuantity' | 'left'>>

export const usesOf = ({ payments, maxPayments, maxQuantity = 1, left = null }: Used): string => {
  if (maxQuantity > 1 && left !== null) return t.leftOf({ count: String(left), max: String(maxPayments) })
  return maxPayments === null
    ? t.payments({ count: payments })
    : t.paymentsOf({ count: String(payments), max: maxPayments })
}
