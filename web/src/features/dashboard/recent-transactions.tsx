import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime, formatRelative } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Usd } from '../../ui/figures.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import * as t from './messages.ts'
import type { Dashboard } from './use-dashboard.ts'

type Recent = Dashboard['recentTransactions'][number]

const states = {
  confirmed: { shape: 'solid', word: t.confirmed },
  pending: { shape: 'dashed', word: t.pending },
  failed: { shape: 'crossed', word: t.failed },
} as const

/** The latest of all stores. */
export const RecentTransactions = ({ transactions, note }: { transactions: Recent[] | undefined; note: ReactNode }) => (
  <Card title={t.recentTransactions} note={note} bare aria-label={t.recentTransactions}>
    {!transactions ? (
      <div className="pad">
        <SkeletonLines lines={6} />
      </div>
    ) : transactions.length === 0 ? (
      <EmptyState card={false} scene="berths" title={t.noTransactionsTitle} sentence={t.noTransactions} />
    ) : (
      <Table caption={t.recentCaption} phone="flow" rows={transactions} keyOf={({ id }) => id} columns={columns} />
    )}
  </Card>
)

const columns: Parameters<typeof Table<Recent>>[0]['columns'] = [
  { head: t.type, cell: ({ type }) => <Type type={type} /> },
  { head: t.merchant, cell: ({ merchantName }) => <span className="strong">{merchantName}</span> },
  { head: t.amount, numeric: true, cell: ({ amountUsd }) => <Usd amount={amountUsd} /> },
  { head: t.status, cell: ({ status }) => <Badge shape={states[status].shape}>{states[status].word}</Badge> },
  { head: t.date, cell: ({ createdAt }) => <Age at={createdAt} /> },
]

const Age = ({ at }: { at: string }) => {
  const now = useNow(60_000)
  return (
    <span className="muted" title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </span>
  )
}

const Type = ({ type }: Pick<Recent, 'type'>) => {
  const Icon = type === 'invoice' ? ArrowDownToLine : ArrowUpFromLine
  return (
    <span className="inline-row gap-2.5">
      <span className={type === 'invoice' ? 'dir in centered text-ok' : 'dir centered muted'} aria-hidden="true">
        <Icon className="ico" />
      </span>
      {type === 'invoice' ? t.invoice : t.payout}
    </span>
  )
}
