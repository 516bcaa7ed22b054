import type { Checkout } from '@bitquay/contract/checkout'
import { centsOfSats, decimalsOf, divideHalfUp, findUnits, fromUnits, toCents, toSats } from '@bitquay/contract/money'

/** Amounts of one sum, all in the currency of the price or all in bitcoin, so that they add up as shown. */
type Sum<Name extends string> = { currency: string } & Record<Name, string>

/** Total − received + network fee = due. A later on-chain payment pays its own network fee, so due can be more. */
export const sumPart = (checkout: Checkout): Sum<'total' | 'received' | 'fee' | 'due'> => {
  const { currency, write, total, received, due } = amountsOf(checkout)
  const extra = due - (total - received)
  // The smallest unit is the rounding of the amounts, not a fee.
  const fee = extra > 1n ? extra : 0n
  return {
    currency,
    total: write(total),
    received: write(total + fee - due),
    fee: write(fee),
    due: write(due),
  }
}

/** Total − received = not paid, once nothing more is to be paid. */
export const sumUnpaid = (checkout: Checkout): Sum<'total' | 'received' | 'unpaid'> => {
  const { currency, write, total, received } = amountsOf(checkout)
  return { currency, total: write(total), received: write(received), unpaid: write(total - received) }
}

/** Received − total = to refund. */
export const sumOver = (checkout: Checkout): Sum<'total' | 'received' | 'refund'> => {
  const { currency, write, total, received } = amountsOf(checkout)
  return { currency, total: write(total), received: write(received), refund: write(received - total) }
}

/** In bitcoin where nothing says what it was worth, and where a small overpayment would round to nothing. */
const amountsOf = (checkout: Checkout) => {
  const { currency, amount, amountBtc, paidBtc, dueBtc, dueDate } = checkout
  const sats = { total: toSats(amountBtc ?? '0'), received: toSats(paidBtc), due: toSats(dueBtc ?? '0') }
  const inBitcoin = { currency: 'BTC', write: (units: bigint) => fromUnits(units, 8), ...sats }
  const decimals = decimalsOf(currency)
  const total = findUnits(amount, decimals)
  const valueOf = findValue(checkout, sats.total, total)
  if (!valueOf || total === undefined) return inBitcoin
  // Parts of an invoice with a due date may have been paid at other rates, so what was received follows from the rest.
  const received = dueDate === undefined ? valueOf(sats.received) : total + valueOf(sats.received - sats.total)
  const isLost = sats.received > sats.total && received <= total
  if (isLost) return inBitcoin
  return { currency, write: (units: bigint) => fromUnits(units, decimals), total, received, due: valueOf(sats.due) }
}

/** What satoshis are worth in the currency of the price: at the rate that is shown, or as the price itself was converted. */
const findValue = ({ currency, rate, dueDate }: Checkout, totalSats: bigint, total: bigint | undefined) => {
  if (currency === 'BTC' || currency === 'SATS') return undefined
  if (currency === 'USD') return rate === null ? undefined : (sats: bigint) => centsOfSats(sats, toCents(rate))
  if (dueDate !== undefined || total === undefined || totalSats === 0n) return undefined
  return (sats: bigint) => divideHalfUp(sats * total, totalSats)
}
