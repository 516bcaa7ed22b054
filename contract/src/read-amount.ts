import { type Language, localeOf } from './languages.ts'
import { decimalsOf } from './money.ts'

/**
 * Reads an amount as customers of a language write it: `1.250,50` in German is `1,250.50` in English. Reading a comma as
 * the wrong one of the two would charge a hundred times the amount.
 */
export const readAmount = (entered: string, currency: string, language: Language): string => {
  const digits = entered
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/٫/g, '.')
    .replace(/[\s'’٬]/g, '')
  if (!hasDecimalComma(language)) return digits.replaceAll(',', '')
  if (digits.includes(',')) return digits.replaceAll('.', '').replace(',', '.')
  // Without a comma, points can be either. Only whole groups of three are thousands.
  const isGrouped = decimalsOf(currency) < 3 && /^[1-9]\d{0,2}(\.\d{3})+$/.test(digits)
  return isGrouped ? digits.replaceAll('.', '') : digits
}

const hasDecimalComma = (language: Language) => (1.5).toLocaleString(localeOf(language)).includes(',')
