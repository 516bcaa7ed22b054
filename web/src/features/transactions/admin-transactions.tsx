import type { AdminTransaction } from '@bitquay/contract/admin-transactions'
import { ArrowDownToLine, ArrowUpFromLine, Zap } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { ApiError } from '../../lib/api-error.ts'
import { dateOfTimestamp, formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { OwnServerMark } from '../../ui/own-server-mark.tsx'
import { Table } from '../../ui/table.tsx'
import { readAdminFilters } from './admin-filters.ts'
import './admin-transactions.css'
import { useAdminTransactions } from './use-admin-transactions.ts'

/** The table of all stores, in each of its states. */
export const AdminTransactions = () => {
  const [params, setParams] = useSearchParams()
  const history = useAdminTransactions(readAdminFilters(params))
  const { data, error, isPlaceholderData } = history
  return (
    <ListCard
      title="Transactions"
      note="newest first"
      rows={data?.pages.flatMap((page) => page.rows)}
      query={history}
      failed={{
        title: 'Unable to load transactions',
        sentence: 'No money is affected. Only this list could not be read.',
        code: error instanceof ApiError && error.requestId ? `request ${error.requestId}` : undefined,
      }}
      empty={
        params.size === 0 ? (
          <EmptyState
            card={false}
            scene="berths"
            title="No transactions yet"
            sentence="Transactions of all stores will appear here"
          />
        ) : (
          <EmptyState
            card={false}
            scene="none"
            title="No transactions found matching your filters"
            actions={
              <Button onClick={() => setParams({}, { replace: true, preventScrollReset: true })}>Clear filters</Button>
            }
          />
        )
      }
    >
      {(rows) => (
        <div className="all-tx" aria-busy={isPlaceholderData || undefined}>
          <Table caption="Transactions of all stores" rows={rows} keyOf={({ id }) => id} columns={columns} />
        </div>
      )}
    </ListCard>
  )
}

const states = {
  confirmed: { shape: 'solid', word: 'Confirmed' },
  pending: { shape: 'dashed', word: 'Pending' },
  failed: { shape: 'crossed', word: 'Failed' },
} as const

const purposes: Record<AdminTransaction['purpose'], string> = {
  invoice: 'Invoice',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  sweep: 'Fee sweep',
  'loop-out': 'Loop-out',
  refund: 'Refund',
  outside: 'Outside spending',
}

const columns: Parameters<typeof Table<AdminTransaction>>[0]['columns'] = [
  {
    head: 'Store',
    cell: ({ merchantId, merchantName }) => (
      <Link className="strong hover:underline" to={pathTo(portalPaths.admin.merchant, { merchantId })}>
        {merchantName}
      </Link>
    ),
  },
  { head: 'Type', cell: (row) => <Kind {...row} /> },
  { head: 'Amount', numeric: true, cell: (row) => <Amount {...row} /> },
  {
    head: 'Address',
    cell: ({ address }) => (address ? <Copied text={address} label="Address" /> : <span className="quiet">none</span>),
  },
  {
    head: 'Status',
    cell: ({ status, confirmations, paymentMethod }) => (
      <span className="grid justify-items-start gap-1">
        <Badge shape={states[status].shape}>{states[status].word}</Badge>
        {confirmations > 0 && paymentMethod === 'BTC' && (
          <span className="small quiet">
            {formatCount(confirmations)} {confirmations === 1 ? 'confirmation' : 'confirmations'}
          </span>
        )}
      </span>
    ),
  },
  {
    head: 'Date',
    cell: ({ timestamp }) => <span className="muted">{formatDateTime(dateOfTimestamp(timestamp))}</span>,
  },
  { head: 'TXID', cell: ({ txid }) => <Copied text={txid} label="TXID" /> },
]

const Kind = ({ type, purpose, paymentMethod, description, reportedByMerchant }: AdminTransaction) => {
  const Icon = type === 'incoming' ? ArrowDownToLine : ArrowUpFromLine
  return (
    <span className="inline-flex items-center gap-2.5" title={description ?? undefined}>
      <span className={type === 'incoming' ? 'dir in' : 'dir'} aria-hidden="true">
        <Icon className="ico" />
      </span>
      {purposes[purpose]}
      {paymentMethod === 'BTC-LN' && <Tag icon={<Zap className="ico" aria-hidden="true" />}>Lightning</Tag>}
      {reportedByMerchant && <OwnServerMark />}
    </span>
  )
}

const Amount = ({ type, status, amount, amountUSD }: AdminTransaction) => {
  const sign = type === 'outgoing' ? '-' : ''
  return (
    <span className="amt">
      <Usd
        amount={amountUSD === null ? null : `${sign}${amountUSD}`}
        signed
        {...(type === 'incoming' && status === 'confirmed' ? { className: 'in-amt' } : {})}
      />
      <Btc amount={`${sign}${amount}`} />
    </span>
  )
}

const Copied = ({ text, label }: { text: string; label: string }) => (
  <span className="copied">
    <span className="mono" title={text}>
      {shortenMiddle(text, 6, 16)}
    </span>
    <CopyButton label={label} text={text} />
  </span>
)
