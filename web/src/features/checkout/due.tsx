import type { Checkout } from '@bitquay/contract/invoices'
import { centsOfSats, fromCents, toCents, toSats } from '@bitquay/contract/money'
import { Btc, Usd } from '../../ui/figures.tsx'
import { formatBtc, formatUsd } from '../../ui/money-text.ts'
import { CopyIconButton } from './copy-plate.tsx'
import * as t from './messages.ts'
import { amountOfBolt11 } from './payment-links.ts'
import { Price } from './price-figure.tsx'

/** What is asked: the price, the same in bitcoin, and the rate between them. */
export const Due = ({ checkout }: { checkout: Checkout }) => (
  <div className="due">
    <h1 className="money">
      <Price amount={checkout.amount} currency={checkout.currency} />
    </h1>
    {checkout.amountBtc && checkout.currency !== 'BTC' && (
      <div className="btcline">
        <Btc amount={checkout.amountBtc} />
        <CopyIconButton label={t.amount} text={checkout.amountBtc} />
      </div>
    )}
    <Rate checkout={checkout} />
  </div>
)

/** After a part has come, the rest leads: it is what must be sent now. */
export const StillDue = ({ checkout }: { checkout: Checkout }) => {
  const due = checkout.dueBtc ?? '0'
  const overLightning = checkout.lightningInvoice && amountOfBolt11(checkout.lightningInvoice)
  return (
    <div className="due">
      <p className="stencil">{t.stillDue}</p>
      <h1 className="money">{checkout.rate ? <Usd amount={inUsd(due, checkout.rate)} /> : <Btc amount={due} />}</h1>
      {checkout.rate && (
        <div className="btcline">
          <Btc amount={due} />
          <CopyIconButton label={t.amountStillDue} text={due} />
        </div>
      )}
      <dl className="sum parts">
        <div>
          <dt>{t.total}</dt>
          <dd>
            <Price amount={checkout.amount} currency={checkout.currency} />
          </dd>
        </div>
        <div>
          <dt>{t.partPaid}</dt>
          <dd>
            <Btc amount={checkout.paidBtc} className="lone" />
          </dd>
        </div>
      </dl>
      <Rate checkout={checkout} />
      {overLightning && overLightning !== due && (
        <p className="rate">{t.cheaperByLightning({ amount: formatBtc(overLightning) })}</p>
      )}
    </div>
  )
}

const Rate = ({ checkout: { rate, currency } }: { checkout: Checkout }) => {
  if (!rate) return null
  return (
    <p className="rate">
      {currency === 'BTC' ? t.rate({ rate: formatUsd(rate) }) : t.rateLocked({ rate: formatUsd(rate) })}
    </p>
  )
}

const inUsd = (btc: string, rate: string) => fromCents(centsOfSats(toSats(btc), toCents(rate)))
