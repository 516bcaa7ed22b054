import { divideHalfUp, fromCents } from '@bitquay/contract/money'
import { formatPercent } from '../../lib/format-number.ts'
import { Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { SwitchRow } from '../../ui/switch.tsx'
import * as t from './messages.ts'
import type { InvoicePrice } from './price-invoice.ts'

type PassFeeSwitchProps = {
  processingPercent: number
  price: InvoicePrice | undefined
  passesFee: boolean
  onChange: (passesFee: boolean) => void
}

/** Whether the customer pays the processing fee on top. */
export const PassFeeSwitch = ({ processingPercent, price, passesFee, onChange }: PassFeeSwitchProps) => (
  <SwitchRow
    name={t.passFee}
    checked={passesFee}
    onChange={onChange}
    hint={
      passesFee
        ? t.passFeeOn({ percent: formatPercent(processingPercent) })
        : price
          ? t.passFeeOff({ amount: formatUsd(fromCents(price.totalCents)) })
          : t.passFeeOffEmpty
    }
  />
)

type InvoicePriceSumsProps = {
  price: InvoicePrice | undefined
  processingPercent: number
  feePercent: number | undefined
}

/** Base, fee and total, and what is left of it for the merchant. */
export const InvoicePriceSums = ({ price, processingPercent, feePercent }: InvoicePriceSumsProps) => (
  <div role="status" aria-label={t.whatCustomerPays}>
    <Sums
      rows={[
        { name: t.baseAmount, value: <Usd amount={price && fromCents(price.baseCents)} /> },
        {
          name: t.processingFee({ percent: formatPercent(processingPercent) }),
          value: <Usd amount={price && fromCents(price.feeCents)} />,
        },
        { name: t.total, value: <Usd amount={price && fromCents(price.totalCents)} />, total: true },
      ]}
    />
    {price && feePercent !== undefined && (
      <p className="hint mt-1">
        {t.youReceive({
          amount: formatUsd(fromCents(afterFee(price.totalCents, feePercent))),
          percent: formatPercent(feePercent),
        })}
      </p>
    )}
  </div>
)

const afterFee = (totalCents: bigint, feePercent: number) =>
  totalCents - divideHalfUp(totalCents * BigInt(Math.round(feePercent * 1000)), 100_000n)
