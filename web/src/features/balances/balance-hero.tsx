import type { ReactNode } from 'react'
import { DataAge } from '../../frame/data-age.tsx'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { BalanceSplit } from './balance-split.tsx'
import { Converted } from './converted.tsx'
import * as t from './messages.ts'
import { useBalance } from './use-balance.ts'

/** The on-chain balance and what it consists of. */
export const BalanceHero = ({ note }: { /** Such as the price. */ note?: ReactNode }) => {
  const { data: balance, isPending, isError, dataUpdatedAt } = useBalance()
  return (
    <Card title={t.totalBalance} note={note} aria-label={t.totalBalance}>
      {balance ? (
        <>
          <LeadFigure size="md" length={formatUsd(balance.usd).length}>
            <Usd amount={balance.usd} />
          </LeadFigure>
          <div className="small muted mt-1">
            <Btc amount={balance.btc} /> <Converted btc={balance.btc} />
          </div>
          {balance.configured ? (
            <>
              {/[1-9]/.test(balance.btc + balance.feesOwedBtc) && (
                <div className="mt-4">
                  <BalanceSplit balance={balance} />
                </div>
              )}
              <DataAge asOf={balance.asOf} stale={balance.stale} failedSince={isError ? dataUpdatedAt : undefined} />
            </>
          ) : (
            <div className="mt-4">
              <Notice kind="wait">{t.notConfigured}</Notice>
            </div>
          )}
        </>
      ) : isPending ? (
        <div style={{ minHeight: '8rem' }} role="status" aria-label={t.loading}>
          <Delayed>
            <Skeleton width="12rem" height="2.25rem" />
            <Skeleton width="8rem" className="mt-3" />
            <Skeleton className="mt-6" />
          </Delayed>
        </div>
      ) : (
        <>
          <div className="money text-3xl">
            <Usd amount={undefined} />
          </div>
          <div className="mt-4">
            <Notice kind="bad">{t.balanceFailed}</Notice>
          </div>
        </>
      )}
    </Card>
  )
}
