import type { Checkout } from '@bitquay/contract/checkout'
import { centsOfSats, fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'

/** Amounts of one sum, all in dollars or all in bitcoin, so that they add up as shown. */
type Sum<Name extends string> = { unit: 'usd' | 'btc' } & Record<Name, string>

/** Total − received + network fee = due. A later on-chain payment pays its own network fee, so due can be more. */
export const sumPart = (checkout: Checkout): Sum<'total' | 'received' | 'fee' | 'due'> => {
  const { unit, total, received, due } = amountsOf(checkout)
  const extra = due - (total - received)
  // A cent is the rounding of the amounts, not a fee.
  const fee = extra > 1n ? extra : 0n
  const write = unit === 'usd' ? fromCents : fromSats
  return {
    unit,
    total: write(total),
    received: write(total + fee - due),
    fee: write(fee),
    due: write(due),
  }
}

/** Received − total = to refund. */
export const sumOver = (checkout: Checkout): Sum<'total' | 'received' | 'refund'> => {
  const { unit, total, received } = amountsOf(checkout)
  const write = unit === 'usd' ? fromCents : fromSats
  return { unit, total: write(total), received: write(received), refund: write(received - total) }
}

/** Dollars only where the price is in dollars too, and where a small overpayment doesn't round to nothing. */
const amountsOf = ({ currency, amount, amountBtc, paidBtc, dueBtc, rate, dueDate }: Checkout) => {
  const sats = { total: toSats(amountBtc ?? '0'), received: toSats(paidBtc), due: toSats(dueBtc ?? '0') }
  if (currency !== 'USD' || rate === null) return { unit: 'btc' as const, ...sats }
  const price = toCents(rate)
  const cents = {
    total: toCents(amount),
    // Parts of an invoice with a due date may have been paid at other rates, so what was received follows from the rest.
    received:
      dueDate === undefined
        ? centsOfSats(sats.received, price)
        : toCents(amount) + centsOfSats(sats.received - sats.total, price),
    due: centsOfSats(sats.due, price),
  }
  const isLost = sats.received > sats.total && cents.received <= cents.total
  return isLost ? { unit: 'btc' as const, ...sats } : { unit: 'usd' as const, ...cents }
}
