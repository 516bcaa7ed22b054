import type { PartnerTransaction } from '@bitquay/contract/partners'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { formatTime } from '../../lib/format-date.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
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
  const earnings = usePartnerTransactions()
  const { data, error, isError, dataUpdatedAt } = earnings
  return (
    <ListCard
      title="History"
      note={isError ? `figures from ${formatTime(new Date(dataUpdatedAt))}` : (note ?? 'refreshes every 30 seconds')}
      rows={data?.pages.flatMap(({ rows }) => rows)}
      query={earnings}
      lines={8}
      failed={{
        title: 'Failed to load transactions',
        sentence: 'Please check your connection and try again',
        again: 'Retry',
        code: error instanceof ApiError && error.requestId ? `${error.status} · request ${error.requestId}` : undefined,
      }}
      empty={
        <EmptyState
          card={false}
          scene="berths"
          title="No transactions yet"
          sentence="Your share of each payment will appear here"
        />
      }
    >
      {(transactions) => (
        <ul className="earnings">
          {transactions.map((transaction) => (
            <EarningRow key={transaction.key} transaction={transaction} explorer={explorerOf(transaction)} />
          ))}
        </ul>
      )}
    </ListCard>
  )
}
