import type { Checkout } from '@bitquay/contract/checkout'
import type { ReactNode } from 'react'
import { Btc } from '../../ui/figures.tsx'
import { sumOver, sumPart, sumUnpaid } from './balance.ts'
import * as t from './messages.ts'
import { Price } from './price-figure.tsx'

/** After a partial payment: a sum that ends in what is still due. */
export const PartSum = ({ checkout }: { checkout: Checkout }) => {
  const { currency, total, received, fee, due } = sumPart(checkout)
  const hasFee = /[1-9]/.test(fee)
  return (
    <dl className="sum sum--tight">
      <Line name={t.total} amount={total} currency={currency} />
      <Line name={t.partPaid} amount={`-${received}`} currency={currency} />
      {hasFee && <Line name={t.networkFee} amount={fee} currency={currency} />}
      <Line name={t.stillDue} amount={due} currency={currency} isTotal />
    </dl>
  )
}

/** A part was paid and the time is over: a sum that ends in what wasn't paid. */
export const UnpaidSum = ({ checkout }: { checkout: Checkout }) => {
  const { currency, total, received, unpaid } = sumUnpaid(checkout)
  return (
    <dl className="sum sum--tight">
      <Line name={t.total} amount={total} currency={currency} />
      <Line name={t.partPaid} amount={`-${received}`} currency={currency}>
        {currency !== 'BTC' && <Btc amount={checkout.paidBtc} />}
      </Line>
      <Line name={t.notPaid} amount={unpaid} currency={currency} isTotal />
    </dl>
  )
}

/** After paying too much: a sum that ends in what the shop can send back. */
export const OverSum = ({ checkout }: { checkout: Checkout }) => {
  const { currency, total, received, refund } = sumOver(checkout)
  return (
    <dl className="sum sum--tight">
      <Line name={t.partPaid} amount={received} currency={currency} />
      <Line name={t.total} amount={`-${total}`} currency={currency} />
      <Line name={t.toRefund} amount={refund} currency={currency} isTotal />
    </dl>
  )
}

type LineProps = { name: string; amount: string; currency: string; isTotal?: boolean; children?: ReactNode }

const Line = ({ name, amount, currency, isTotal, children }: LineProps) => (
  <div className={isTotal ? 'total' : undefined}>
    <dt>{name}</dt>
    <dd>
      <Price amount={amount} currency={currency} />
      {children}
    </dd>
  </div>
)
