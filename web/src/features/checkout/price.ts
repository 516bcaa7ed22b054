import { formatUsd } from '../../ui/money-text.ts'

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', CAD: 'CA$', AUD: 'A$' }

/** The price in the currency it was made in: `$106.00`, `¥16,500`, `106.00 CHF`. */
export const formatPrice = (amount: string, currency: string): string => {
  if (currency === 'BTC') return `${amount} BTC`
  const figure = formatUsd(amount).slice(1)
  if (currency === 'JPY') return `¥${figure.slice(0, -3)}`
  const sign = signs[currency]
  return sign ? `${sign}${figure}` : `${figure} ${currency}`
}
