/** The languages of customer pages, by the names they have in themselves. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ja: '日本語',
  'zh-CN': '简体中文',
  ar: 'العربية',
}

export type Language = keyof typeof languageNames

export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'nl', 'pl', 'tr', 'ja', 'zh-CN', 'ar'] as const

/** Finds the page language for a tag such as `de-DE` or `pt`: the same tag first, otherwise the same language. */
export const findLanguage = (tag: string): Language | undefined => {
  const wanted = tag.trim().toLowerCase()
  const baseOf = (language: string) => language.split('-')[0]
  return (
    languages.find((language) => language.toLowerCase() === wanted) ??
    languages.find((language) => baseOf(language) === baseOf(wanted))
  )
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Arabic pages keep the digits that amounts in bitcoin, addresses and wallets have. */
export const localeOf = (language: Language): string =>
  language === 'en' ? 'en-US' : language === 'ar' ? 'ar-u-nu-latn' : language

/** A price as the language writes it, such as `1.060,00 €`. Bitcoin and satoshis are the same everywhere. */
export const formatLocalPrice = (language: Language, amount: string, currency: string): string =>
  splitLocalPrice(language, amount, currency)
    .map(({ value }) => value)
    .join('')

type Part = { type: string; value: string }

/** The parts of a price, so that decimals can be shown quieter. */
export const splitLocalPrice = (language: Language, amount: string, currency: string): Part[] => {
  if (currency === 'BTC') return [{ type: 'literal', value: `${amount} BTC` }]
  const isMoney = /^[A-Z]{3}$/.test(currency)
  const decimals = amount.split('.')[1]?.length ?? 0
  const parts: Part[] = formatOf(language, decimals, isMoney ? currency : '').formatToParts(amount as `${number}`)
  const price = isMoney ? parts : [...parts, { type: 'literal', value: ` ${currency}` }]
  return directionOf(language) === 'rtl' ? isolate(price) : price
}

/** Building a format takes longer than using it, and a page has the same few. */
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (language: Language, decimals: number, currency: string): Intl.NumberFormat => {
  const key = `${language} ${decimals} ${currency}`
  const digits = decimals === 0 ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const options = currency ? ({ ...digits, style: 'currency', currency } as const) : digits
  const format = formats.get(key) ?? new Intl.NumberFormat(localeOf(language), options)
  formats.set(key, format)
  return format
}

/** Among words that run from right to left, a price still runs from left to right, with its sign behind the figure. */
const isolate = (price: Part[]): Part[] => [
  { type: 'literal', value: '\u2066' },
  ...price.map(({ type, value }) => ({ type, value: value.replaceAll('\u200f', '') })),
  { type: 'literal', value: '\u2069' },
]
