import { decimalsOf, divideHalfUp, fromUnits } from '@bitquay/contract/money'
import { formatPercent } from '../../lib/format-number.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { InvoiceAmount } from './invoice-marks.tsx'
import * as t from './messages.ts'
import type { InvoicePrice } from './price-invoice.ts'

type PassFeeSwitchProps = {
  processingPercent: number
  price: InvoicePrice | undefined
  currency: string
  passesFee: boolean
  onChange: (passesFee: boolean) => void
}

/** Whether the customer pays the processing fee on top. */
export const PassFeeSwitch = ({ processingPercent, price, currency, passesFee, onChange }: PassFeeSwitchProps) => (
  <SwitchRow
    name={t.passFee}
    checked={passesFee}
    onChange={onChange}
    hint={
      passesFee
        ? t.passFeeOn({ percent: formatPercent(processingPercent) })
        : price
          ? t.passFeeOff({ amount: formatAmount(price.totalUnits, currency) })
          : t.passFeeOffEmpty
    }
  />
)

type InvoicePriceSumsProps = {
  price: InvoicePrice | undefined
  currency: string
  processingPercent: number
  feePercent: number | undefined
}

/** Base, fee and total, and what is left of it for the merchant. */
export const InvoicePriceSums = ({ price, currency, processingPercent, feePercent }: InvoicePriceSumsProps) => (
  <div role="status" aria-label={t.whatCustomerPays}>
    <Sums
      rows={[
        { name: t.baseAmount, value: <Units units={price?.baseUnits} currency={currency} /> },
        {
          name: t.processingFee({ percent: formatPercent(processingPercent) }),
          value: <Units units={price?.feeUnits} currency={currency} />,
        },
        { name: t.total, value: <Units units={price?.totalUnits} currency={currency} />, total: true },
      ]}
    />
    {price && feePercent !== undefined && (
      <p className="hint mt-1">
        {t.youReceive({
          amount: formatAmount(afterFee(price.totalUnits, feePercent), currency),
          percent: formatPercent(feePercent),
        })}
      </p>
    )}
  </div>
)

const Units = ({ units, currency }: { units: bigint | undefined; currency: string }) =>
  units === undefined ? (
    <Usd amount={undefined} />
  ) : (
    <InvoiceAmount invoice={{ amount: fromUnits(units, decimalsOf(currency)), currency }} />
  )

export const formatAmount = (units: bigint, currency: string) =>
  formatPrice(fromUnits(units, decimalsOf(currency)), currency)

const afterFee = (totalUnits: bigint, feePercent: number) =>
  totalUnits - divideHalfUp(totalUnits * BigInt(Math.round(feePercent * 1000)), 100_000n)
