import type { Checkout } from '@bitquay/contract/checkout'
import type { ReactNode } from 'react'
import { Btc } from '../../ui/figures.tsx'
import { sumOver, sumPart } from './balance.ts'
import * as t from './messages.ts'
import { Price } from './price-figure.tsx'

/** After a partial payment: a sum that ends in what is still due. */
export const PartSum = ({ checkout }: { checkout: Checkout }) => {
  const { unit, total, received, fee, due } = sumPart(checkout)
  const hasFee = /[1-9]/.test(fee)
  return (
    <dl className="sum sum--tight">
      <Line name={t.total}>{figure(unit, total)}</Line>
      <Line name={t.partPaid}>{figure(unit, `-${received}`)}</Line>
      {hasFee && <Line name={t.networkFee}>{figure(unit, fee)}</Line>}
      <Line name={t.stillDue} isTotal>
        {figure(unit, due)}
      </Line>
    </dl>
  )
}

/** After paying too much: a sum that ends in what the shop can send back. */
export const OverSum = ({ checkout }: { checkout: Checkout }) => {
  const { unit, total, received, refund } = sumOver(checkout)
  return (
    <dl className="sum sum--tight">
      <Line name={t.partPaid}>{figure(unit, received)}</Line>
      <Line name={t.total}>{figure(unit, `-${total}`)}</Line>
      <Line name={t.toRefund} isTotal>
        {figure(unit, refund)}
      </Line>
    </dl>
  )
}

const figure = (unit: 'usd' | 'btc', amount: string) =>
  unit === 'usd' ? <Price amount={amount} currency="USD" /> : <Btc amount={amount} className="lone" />

const Line = ({ name, isTotal, children }: { name: string; isTotal?: boolean; children: ReactNode }) => (
  <div className={isTotal ? 'total' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
