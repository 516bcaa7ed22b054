import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { formatTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import type { Explorer } from './explorer.ts'
import { type Filters, isFiltered } from './filters.ts'
import './history.css'
import { TransactionRow } from './transaction-row.tsx'
import { useTransactions } from './use-transactions.ts'

type HistoryProps = {
  filters: Filters
  explorer: Explorer
  onClear: () => void
  /** What makes the first transaction. */
  act: ReactNode
  /** Other ways out when the list cannot be read. */
  help: ReactNode
}

/** The list itself, in each of its states. */
export const History = ({ filters, explorer, onClear, act, help }: HistoryProps) => {
  const history = useTransactions(filters)
  const { data, error, isError, isPlaceholderData, dataUpdatedAt } = history
  // Rows of other filters say nothing about these when loading fails.
  const rows = isError && isPlaceholderData ? undefined : data?.pages.flatMap((page) => page.rows)
  return (
    <ListCard
      title="History"
      note={isError ? `figures from ${formatTime(new Date(dataUpdatedAt))}` : 'refreshes every 30 seconds'}
      rows={rows}
      query={history}
      loading={<HistorySkeleton />}
      failed={{
        title: 'Unable to load transactions',
        sentence: 'Your money is not affected. Only this list could not be read.',
        help,
        code: error instanceof ApiError && error.requestId ? `${error.status} · request ${error.requestId}` : undefined,
      }}
      empty={
        isFiltered(filters) ? (
          <EmptyState
            card={false}
            scene="none"
            title="No transactions match your filters"
            sentence="Try adjusting your search criteria or clearing filters"
            actions={<Button onClick={onClear}>Clear filters</Button>}
          />
        ) : (
          <EmptyState
            card={false}
            scene="berths"
            title="No transactions found"
            sentence="Your Bitcoin transactions will appear here"
            actions={act}
          />
        )
      }
    >
      {(transactions) => (
        <ul className="tx" aria-busy={isPlaceholderData || undefined}>
          {transactions.map((transaction) => (
            <TransactionRow key={transaction.key} transaction={transaction} explorer={explorer} />
          ))}
        </ul>
      )}
    </ListCard>
  )
}

/** In the shape of what comes; the place is kept from the start. */
const HistorySkeleton = () => (
  <ul className="tx tx-skeleton" role="status" aria-label="Loading transactions">
    {Array.from({ length: 5 }, (_, row) => (
      <li key={row}>
        <Delayed>
          <Skeleton width="2rem" height="2rem" />
          <span className="grid gap-2">
            <Skeleton width={`${[38, 30, 44, 34, 40][row]}%`} />
            <Skeleton width={`${[60, 52, 56, 48, 58][row]}%`} height="0.75rem" />
          </span>
          <span className="grid justify-items-end gap-2">
            <Skeleton width="5rem" />
            <Skeleton width="7rem" height="0.75rem" />
          </span>
        </Delayed>
      </li>
    ))}
  </ul>
)
