import { formatLocalPrice, type Language, splitLocalPrice } from '@bitquay/contract/languages'

/** A price in its currency: `$1,250.00`, `¥1,650`, `CHF 106.00`, `1,500 SATS`. */
export const formatPrice = (amount: string, currency: string, language: Language = 'en'): string =>
  formatLocalPrice(language, amount, currency)

/** The sign before a figure, or the currency's own letters. */
export const signOf = (currency: string): string =>
  splitLocalPrice('en', '0', currency).find(({ type }) => type === 'currency')?.value ?? currency
