import { z } from 'zod'
import { decimalsOf, withoutExponent } from './money.ts'
import { currencies } from './prices.ts'

/**
 * An amount of money in a request: a number or a plain decimal string, positive, with at most this many decimals. A
 * number is exact to the currency's smallest unit for 12 digits of money and for the 21 million bitcoin that can exist.
 * The server refuses more than that.
 */
export const positiveAmount = (decimals: number, message: string) =>
  z
    .union([z.number(), z.string()], message)
    .transform((amount) => (typeof amount === 'number' ? withoutExponent(String(amount)) : amount))
    .pipe(z.string().regex(new RegExp(`^(?=.*[1-9])\\d{1,12}(\\.\\d{1,${decimals}})?$`), message))

/** The server also checks that there is a rate. */
export const currency = z.enum(currencies, 'This currency isn’t supported')

/** Zeros after a currency's smallest unit change nothing. Any other digit there can't be paid. */
export const fitsCurrency = ({ amount, currency }: { amount: string | null; currency: string }) =>
  amount === null || (amount.split('.')[1] ?? '').replace(/0+$/, '').length <= decimalsOf(currency)

export const unfit = { path: ['amount'], error: 'Please enter a valid amount' }
