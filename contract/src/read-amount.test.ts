import { expect, it } from 'vitest'
import type { Language } from './languages.ts'
import { readAmount } from './read-amount.ts'

it.each<[string, string, Language, string]>([
  ['1,250.50', 'USD', 'en', '1250.50'],
  ['12,50', 'EUR', 'de', '12.50'],
  ['1.250,50', 'EUR', 'de', '1250.50'],
  ['1.250', 'EUR', 'de', '1250'],
  ['12.50', 'EUR', 'de', '12.50'],
  ['0.001', 'BTC', 'de', '0.001'],
  ['1.250', 'BTC', 'de', '1.250'],
  ['1\u202f250,50', 'EUR', 'fr', '1250.50'],
  ['1.500', 'JPY', 'tr', '1500'],
  ['1,500', 'JPY', 'ja', '1500'],
  ['１２．５', 'USD', 'ja', '12.5'],
  ['١٢٫٥٠', 'USD', 'ar', '12.50'],
])('a customer’s "%s" in %s on a page in %s is %s', (entered, currency, language, amount) => {
  expect(readAmount(entered, currency, language)).toBe(amount)
})
