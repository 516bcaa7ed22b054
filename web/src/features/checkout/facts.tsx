import type { Checkout } from '@bitquay/contract/checkout'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format-date.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Btc } from '../../ui/figures.tsx'
import { sumUnpaid } from './balance.ts'
import { CopyIconButton } from './copy-plate.tsx'
import * as t from './messages.ts'
import { type Payment, type Phase, standing } from './phase.ts'
import { formatPrice } from './price.ts'
import { Price } from './price-figure.tsx'

/** What happened, in the order of a receipt. The same list is what gets printed. */
export const Facts = ({ checkout, phase }: { checkout: Checkout; phase: Phase }) => {
  const payments = standing(checkout)
  const { currency, received } = sumUnpaid(checkout)
  const when = checkout.paidAt ?? payments.at(-1)?.seenAt
  return (
    <dl className="sum facts">
      {checkout.description && <Fact name={t.description}>{checkout.description}</Fact>}
      <Fact name={t.amount}>
        <Price {...checkout} />
        {checkout.amountBtc && checkout.currency !== 'BTC' && <Btc amount={checkout.amountBtc} />}
      </Fact>
      {payments.length > 0 && checkout.paidBtc !== checkout.amountBtc && (
        <Fact name={t.paid}>
          <Price amount={received} currency={currency} />
          {currency !== 'BTC' && <Btc amount={checkout.paidBtc} />}
        </Fact>
      )}
      {payments.length > 0 && <Fact name={t.paidWith}>{describeWays(payments)}</Fact>}
      {payments.map(({ txid, method }) => (
        <Fact key={txid} name={method === 'lightning' ? t.paymentHash : t.transaction}>
          <span className="hash inline-row">
            <span className="mono cut" dir="ltr" title={txid}>
              {shortenMiddle(txid, 8, 20)}
            </span>
            <span className="mono whole" dir="ltr">
              {txid}
            </span>
            <CopyIconButton label={method === 'lightning' ? t.paymentHash : t.transactionHash} text={txid} />
          </span>
        </Fact>
      ))}
      {checkout.rate && (
        <Fact name={t.rateName} only="print">
          {t.rate({ rate: formatPrice(checkout.rate, 'USD') })}
        </Fact>
      )}
      {when && <Fact name={t.time}>{formatDateTime(when)}</Fact>}
      {(phase === 'expired' || phase === 'expired-part' || phase === 'paid-late') && checkout.expiresAt && (
        <Fact name={t.expired}>{formatDateTime(checkout.expiresAt)}</Fact>
      )}
      <Fact name={t.invoice}>
        <span className="mono" dir="ltr">
          {checkout.invoiceId}
        </span>
      </Fact>
    </dl>
  )
}

const describeWays = (payments: Payment[]) => {
  const ways = new Set(payments.map(({ method }) => method))
  if (ways.size > 1) return t.paidBothWays
  return ways.has('lightning') ? t.paidLightning : t.paidOnChain
}

const Fact = ({ name, only, children }: { name: string; only?: 'print'; children: ReactNode }) => (
  <div className={only === 'print' ? 'on-paper' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
