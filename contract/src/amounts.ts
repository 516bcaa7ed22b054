import { z } from 'zod'
import { currencies } from './currencies.ts'
import { decimalsOf, findSats, toSats, withoutExponent } from './money.ts'

/** An amount of money in a request: a number or a plain decimal string, positive, with at most this many decimals. */
export const positiveAmount = (decimals: number, message: string) =>
  z
    .union([z.number(), z.string()], message)
    .transform((amount) => (typeof amount === 'number' ? withoutExponent(String(amount)) : amount))
    .pipe(z.string().regex(new RegExp(`^(?=.*[1-9])\\d{1,12}(\\.\\d{1,${decimals}})?$`), message))

/** The server also checks that there is a rate. */
export const currency = z.enum(currencies, 'This currency isn’t supported')

/**
 * There will never be more bitcoin. Below it, and below the 12 digits of other amounts, a JSON number is exact to the
 * currency's smallest unit. Above it, two amounts can be the same number.
 */
const mostSats = toSats('21000000')

/** Zeros after a currency's smallest unit change nothing. Any other digit there can't be paid. */
export const fitsCurrency = ({ amount, currency }: { amount: string | null; currency: string }) => {
  if (amount === null) return true
  if (currency === 'BTC' && (findSats(amount) ?? 0n) > mostSats) return false
  return (amount.split('.')[1] ?? '').replace(/0+$/, '').length <= decimalsOf(currency)
}

export const unfit = { path: ['amount'], error: 'Please enter a valid amount' }
