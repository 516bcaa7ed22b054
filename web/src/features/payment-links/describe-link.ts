import type { PaymentLink } from '@bitquay/contract/payment-links'
import type { BadgeShape } from '../../ui/badge.tsx'

const states: Record<PaymentLink['status'], { shape: BadgeShape; word: string }> = {
  active: { shape: 'solid', word: 'Active' },
  paused: { shape: 'dashed', word: 'Paused' },
  expired: { shape: 'open', word: 'Expired' },
  'used-up': { shape: 'open', word: 'Used up' },
}

export const stateOf = ({ status }: Pick<PaymentLink, 'status'>) => states[status]

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', CAD: 'CA$', AUD: 'A$', JPY: '¥' }

export const signOf = (currency: string) => signs[currency] ?? currency

/** `$1,250.00`, `0.01 BTC`. */
export const priceOf = (amount: string, currency: string): string => {
  const [whole = '0', fraction] = amount.split('.')
  const figure = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction ? `.${fraction}` : ''}`
  return currency in signs ? `${signs[currency]}${figure}` : `${figure} ${currency}`
}

type Amounts = Pick<PaymentLink, 'amount' | 'minAmount' | 'maxAmount' | 'currency'>

/** What a customer pays, in words. */
export const amountOf = ({ amount, minAmount, maxAmount, currency }: Amounts): string => {
  const price = (value: string) => priceOf(value, currency)
  if (amount !== null) return price(amount)
  if (minAmount !== null && maxAmount !== null) return `Any amount from ${price(minAmount)} to ${price(maxAmount)}`
  if (minAmount !== null) return `Any amount from ${price(minAmount)}`
  return maxAmount === null ? `Any amount in ${currency}` : `Any amount up to ${price(maxAmount)}`
}

type Used = Pick<PaymentLink, 'payments' | 'maxPayments'>

export const usesOf = ({ payments, maxPayments }: Used): string => {
  const paid = maxPayments === null ? String(payments) : `${payments} of ${maxPayments}`
  return `${paid} ${payments === 1 && maxPayments === null ? 'payment' : 'payments'}`
}
