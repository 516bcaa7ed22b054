import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AfterWhile, Skeleton } from '../../ui/skeleton.tsx'
import { useBalance } from './use-balance.ts'

/** The figure that leads a merchant's page. */
export const BalanceHero = () => {
  const { data: balance, isPending } = useBalance()
  return (
    <Card title="Total balance" span={7}>
      {isPending ? (
        <div className="min-h-20" role="status" aria-label="Loading">
          <AfterWhile>
            <Skeleton width="14rem" height="2.75rem" />
            <Skeleton width="9rem" className="mt-3" />
          </AfterWhile>
        </div>
      ) : (
        <>
          <div className="money text-[2.5rem] md:text-4xl">
            <Usd amount={balance?.usd} />
          </div>
          <div className="mt-1.5 text-lg text-ink-2">
            <Btc amount={balance?.btc} />
          </div>
          {balance && !balance.configured && (
            <div className="mt-5">
              <Notice kind="wait">Bitcoin payments are not configured yet. Contact support to have them set up.</Notice>
            </div>
          )}
          {balance?.configured && (
            <p className="mt-4 muted">
              <Usd amount={balance.availableUsd} /> can be sent now.
            </p>
          )}
          {!balance && (
            <div className="mt-5">
              <Notice kind="bad">The balance could not be read. Your money is not affected.</Notice>
            </div>
          )}
        </>
      )}
    </Card>
  )
}
