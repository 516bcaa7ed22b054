import { formatAge } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import './send-balance.css'

type SendBalanceProps = {
  balance: { btc: string; usd: string; availableUsd: string } | undefined
  price: { price: number; at: string | null; stale: boolean } | undefined
  /** A reading has failed, and nothing older is there to show. */
  failed: boolean
}

/** What there is, what of it can be sent, and at which price. */
export const SendBalance = ({ balance, price, failed }: SendBalanceProps) => {
  const now = useNow(1_000)
  return (
    <>
      <section className="card deep c12 avail" aria-label="Available balance">
        <div>
          <span className="stencil">Total wallet balance</span>
          <div className="money">
            <Usd amount={balance?.usd} />
          </div>
          <div className="small">
            <Btc amount={balance?.btc} />
          </div>
        </div>
        <div>
          <span className="stencil">Available for withdrawals</span>
          <div className="money big">
            <Usd amount={balance?.availableUsd} />
          </div>
          <div className="small">after platform fees</div>
        </div>
        <div>
          <span className="stencil">Bitcoin price</span>
          <div className="money">
            <Usd amount={price && price.price.toFixed(2)} />
          </div>
          <div className="small">Stabilized pricing{price && `, ${ageOf(price, now)}`}</div>
        </div>
      </section>
      {failed && (
        <div className="c12">
          <Notice kind="bad">The balance could not be read. Your money is not affected.</Notice>
        </div>
      )}
    </>
  )
}

const ageOf = ({ at }: { at: string | null }, now: Date) => (at ? `${formatAge(at, now)} old` : 'not a market price')
