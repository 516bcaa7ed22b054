import { z } from 'zod'
import { currencies } from './currencies.ts'
import { decimalsOf } from './money.ts'

/** JavaScript formats a few satoshis as 1e-7, which is a valid amount. */
const plainly = (amount: number) =>
  String(amount).includes('e-') && Number(amount.toFixed(8)) === amount ? amount.toFixed(8) : String(amount)

/** An amount of money in a request: a number or a plain decimal string, positive, with at most this many decimals. */
export const positiveAmount = (decimals: number, message: string) =>
  z
    .union([z.number(), z.string()], message)
    .transform((amount) => (typeof amount === 'number' ? plainly(amount) : amount))
    .pipe(z.string().regex(new RegExp(`^(?=.*[1-9])\\d{1,12}(\\.\\d{1,${decimals}})?$`), message))

/** The server also checks that there is a rate. */
export const currency = z.enum(currencies, 'This currency isn’t supported')

/** Zeros after a currency's smallest unit change nothing. Any other digit there can't be paid. */
export const fitsCurrency = ({ amount, currency }: { amount: string | null; currency: string }) =>
  amount === null || (amount.split('.')[1] ?? '').replace(/0+$/, '').length <= decimalsOf(currency)

export const unfit = { path: ['amount'], error: 'Please enter a valid amount' }
