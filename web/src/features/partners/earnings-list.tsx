import type { PartnerTransaction } from '@bitquay/contract/partners'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { formatTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { EarningRow } from './earning-row.tsx'
import './earnings-list.css'
import { usePartnerTransactions } from './use-partner.ts'

type EarningsListProps = {
  /** Where a hash can be looked up by anyone; nothing where there is no such place. */
  explorerOf: (transaction: PartnerTransaction) => string | undefined
  note?: ReactNode
}

/** Payments that the partner earns from, in each state of the list. */
export const EarningsList = ({ explorerOf, note }: EarningsListProps) => {
  const { data, error, isError, isFetching, isFetchingNextPage, hasNextPage, dataUpdatedAt, fetchNextPage, refetch } =
    usePartnerTransactions()
  const transactions = data?.pages.flatMap(({ rows }) => rows)
  if (!transactions) {
    return isError ? (
      <EmptyState
        scene="mooring"
        title="Failed to load transactions"
        sentence="Please check your connection and try again"
        actions={
          <Button variant="signal" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
        code={error instanceof ApiError && error.requestId ? `${error.status} · request ${error.requestId}` : undefined}
      />
    ) : (
      <Card title="History">
        <SkeletonLines lines={8} />
      </Card>
    )
  }
  return (
    <Card
      title="History"
      bare
      aria-label="History"
      note={isError ? `figures from ${formatTime(new Date(dataUpdatedAt))}` : (note ?? 'refreshes every 30 seconds')}
    >
      {transactions.length > 0 ? (
        <ul className="earnings">
          {transactions.map((transaction) => (
            <EarningRow key={transaction.key} transaction={transaction} explorer={explorerOf(transaction)} />
          ))}
        </ul>
      ) : (
        <EmptyState
          card={false}
          scene="berths"
          title="No transactions yet"
          sentence="Your share of each payment will appear here"
        />
      )}
      <LoadMore pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </Card>
  )
}
