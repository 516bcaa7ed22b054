import type { getBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import type { ReactNode } from 'react'
import { BalanceFigure } from '../../ui/balance-figure.tsx'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { LoadBar, type LoadPart } from '../../ui/load-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { splitBalance } from './balance-parts.ts'
import { DataAge } from './data-age.tsx'
import { useBalance } from './use-balance.ts'

type Balance = Answer<typeof getBalance>

/** The figure that leads a merchant's page, and what of it can be sent. */
export const BalanceHero = ({ note }: { /** Such as the price it is told at. */ note?: ReactNode }) => {
  const { data: balance, isPending, isError, dataUpdatedAt } = useBalance()
  return (
    <Card title="Total balance" note={note} span={7} aria-label="Total balance">
      {balance ? (
        <div className="flex h-full flex-col">
          <BalanceFigure usd={balance.usd} btc={balance.btc} />
          {balance.configured ? (
            <>
              <div className="mt-auto pt-6">
                <LoadBar parts={partsOf(balance)} />
              </div>
              <DataAge asOf={balance.asOf} stale={balance.stale} failedSince={isError ? dataUpdatedAt : undefined} />
            </>
          ) : (
            <div className="mt-5">
              <Notice kind="wait">Bitcoin payments are not configured yet. Contact support to have them set up.</Notice>
            </div>
          )}
        </div>
      ) : isPending ? (
        <div className="min-h-36" role="status" aria-label="Loading">
          <Delayed>
            <Skeleton width="14rem" height="2.75rem" />
            <Skeleton width="9rem" className="mt-3" />
            <Skeleton className="mt-8" />
          </Delayed>
        </div>
      ) : (
        <>
          <div className="money text-[2.5rem] md:text-4xl">
            <Usd amount={undefined} />
          </div>
          <div className="mt-5">
            <Notice kind="bad">The balance could not be read. Your money is not affected.</Notice>
          </div>
        </>
      )}
    </Card>
  )
}

const partsOf = (balance: Balance): LoadPart[] => {
  const { available, reserved, fees } = splitBalance(balance)
  return [
    { name: 'Available', figure: <Usd amount={available.usd} />, weight: available.weight, look: 'solid' },
    ...(reserved.weight > 0
      ? [
          {
            name: 'Unconfirmed, network fee',
            figure: <Usd amount={reserved.usd} />,
            weight: reserved.weight,
            look: 'dashed' as const,
          },
        ]
      : []),
    { name: 'Fees set aside', figure: <Usd amount={fees.usd} />, weight: fees.weight, look: 'striped' },
  ]
}
