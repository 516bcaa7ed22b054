import { formatLocalPrice, type Language, localeOf } from '@bitquay/contract/languages'

export const formatPrice = (amount: string, currency: string, language: Language = 'en') =>
  formatLocalPrice(language, amount, currency)

export const formatCount = (count: number, language: Language) => count.toLocaleString(localeOf(language))

/** A due date is a calendar day in UTC. The pages write it in the same way. */
export const formatDay = (at: Date, language: Language) =>
  at.toLocaleDateString(localeOf(language), { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** In English emails only dollars have a sign. */
export const formatEmailAmount = (amount: string, currency: string, language: Language) => {
  if (language !== 'en' || currency === 'USD') return formatPrice(amount, currency, language)
  const [whole = '0', fraction] = amount.split('.')
  return `${group(whole)}${fraction === undefined ? '' : `.${fraction}`} ${currency}`
}

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')
