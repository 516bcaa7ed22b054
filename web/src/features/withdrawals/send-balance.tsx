import type { ReactNode } from 'react'
import { fillMessage } from '../../lib/fill-message.ts'
import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'
import './send-balance.css'

type SendBalanceProps = {
  balance: { btc: string; usd: string; availableUsd: string } | undefined
  /** What is deducted from the total. Undefined while the balance isn't known. */
  deducted: { feesUsd: string; reservedUsd: string } | undefined
  price: { price: number; at: string | null } | undefined
  /** Loading failed, and there are no older figures. */
  failed: boolean
}

/** The total, what of it can be sent, and the price. */
export const SendBalance = ({ balance, deducted, price, failed }: SendBalanceProps) => (
  <>
    <section className="card deep c12 avail stack parted phone-single" aria-label={t.balanceLabel}>
      <Figure label={t.total} amount={balance?.usd}>
        <Btc amount={balance?.btc} />
      </Figure>
      <Figure label={t.available} amount={balance?.availableUsd}>
        {deducted
          ? fillMessage(t.afterFeesAndReserve, {
              fees: <Usd amount={deducted.feesUsd} />,
              reserved: <Usd amount={deducted.reservedUsd} />,
            })
          : t.afterFees}
      </Figure>
      <Figure label={t.price} amount={price?.price.toFixed(2)}>
        <PriceAge price={price} />
      </Figure>
    </section>
    {failed && (
      <div className="c12">
        <Notice kind="bad">{t.balanceFailed}</Notice>
      </div>
    )}
  </>
)

const Figure = ({ label, amount, children }: { label: string; amount: string | undefined; children: ReactNode }) => (
  <div>
    <span className="stencil">{label}</span>
    <div className="money text-xl">
      <Usd amount={amount} />
    </div>
    <div className="small">{children}</div>
  </div>
)

const PriceAge = ({ price }: Pick<SendBalanceProps, 'price'>) => {
  const now = useNow(1_000)
  if (!price) return t.pricing
  return price.at ? t.pricingAge({ ago: formatAgo(price.at, now) }) : t.pricingGuess
}
