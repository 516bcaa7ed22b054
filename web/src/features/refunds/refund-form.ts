import type { Invoice } from '@bitquay/contract/invoices'
import { decimalsOf, divideHalfUp, findUnits, fromUnits, toSats } from '@bitquay/contract/money'
import { type Currency, currencies } from '@bitquay/contract/prices'
import { computeRefundSats, fromRefundSats } from '@bitquay/contract/refunds.amounts'
import { findCodeProblem } from '../../lib/check-code.ts'
import { formatPrice } from '../../lib/format-price.ts'
import * as t from './messages.ts'

type Refundable = { everythingBtc: string; overpaidBtc: string; rates: Record<string, string> }

/** What a refund needs to know of its invoice. */
export type RefundedInvoice = Pick<Invoice, 'invoiceId' | 'currency' | 'customerEmail' | 'amountBtc'> & {
  refundable: Refundable
  /** Of a till. */
  sale: { currency: string; salesTax: string } | null
}

/** A whole part of the invoice that one press names. Anything typed is an amount instead. */
export type Preset = 'everything' | 'overpaid'

export const isOverpaid = ({ overpaidBtc }: Refundable) => /[1-9]/.test(overpaidBtc)
export const isRefundable = ({ everythingBtc }: Refundable) => /[1-9]/.test(everythingBtc)

/** The currencies to choose from: the invoice's own first, if it has a rate. */
export const listUnits = ({ currency, refundable }: RefundedInvoice): Currency[] =>
  [...new Set([currency, 'USD', 'BTC'])]
    .filter((unit) => unit === 'BTC' || refundable.rates[unit] !== undefined)
    .filter((unit): unit is Currency => (currencies as readonly string[]).includes(unit))

/** The amount of a preset, as the field shows it. */
export const presetAmount = (preset: Preset, unit: string, refundable: Refundable): string => {
  const btc = preset === 'overpaid' ? refundable.overpaidBtc : refundable.everythingBtc
  return fromRefundSats(toSats(btc), unit, refundable.rates) ?? btc
}

/** The satoshis that an amount pays, or undefined while it is not an amount. */
export const satsOfTyped = (amount: string, unit: string, refundable: Refundable): bigint | undefined =>
  computeRefundSats({ amount: plain(amount), currency: unit }, refundable.rates, toSats(refundable.everythingBtc))

/** The sales tax in these satoshis. What was paid too much goes back first and has none. Undefined if there is none. */
export const findTaxPart = ({ sale, amountBtc, refundable }: RefundedInvoice, sats: bigint): string | undefined => {
  if (!sale || amountBtc === null) return undefined
  const [whole, part] = [toSats(amountBtc), sats - toSats(refundable.overpaidBtc)]
  const decimals = decimalsOf(sale.currency)
  const units = findUnits(sale.salesTax, decimals) ?? 0n
  if (whole <= 0n || part <= 0n || units === 0n) return undefined
  return formatPrice(fromUnits(divideHalfUp(units * (part < whole ? part : whole), whole), decimals), sale.currency)
}

/** People may type thousands separators and spaces around. */
export const plain = (amount: string) => amount.trim().replace(/(\d),(?=\d{3}\b)/g, '$1')

export const checkRefund =
  (unit: string, refundable: Refundable) =>
  ({ amount, code }: { amount: string; code: string }) => ({
    amount: findAmountProblem(amount, unit, refundable),
    code: findCodeProblem(code),
  })

const findAmountProblem = (amount: string, unit: string, refundable: Refundable) => {
  const sats = satsOfTyped(amount, unit, refundable)
  if (sats === undefined || sats <= 0n) return t.amountInvalid
  if (sats <= toSats(refundable.everythingBtc)) return undefined
  return t.amountTooLarge({
    left: formatPrice(presetAmount('everything', unit, refundable), unit),
  })
}
