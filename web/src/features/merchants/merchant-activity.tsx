import type { MerchantDetail } from '@bitquay/contract/admin-merchants'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { dateOfTimestamp, formatActivity } from '../../lib/format-date.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { OwnServerMark } from '../../ui/own-server-mark.tsx'
import { Table } from '../../ui/table.tsx'
import { describeActivity } from './describe-activity.ts'
import './merchant-detail.css'

type Transaction = MerchantDetail['recentTransactions'][number]

/** The latest payments in and out. */
export const MerchantActivity = ({ merchant }: { merchant: MerchantDetail }) => (
  <Card
    title="Recent activity"
    bare
    aria-label="Recent activity"
    note={
      <Link className="link" to={`${portalPaths.admin.transactions}?store=${merchant.id}`}>
        All Transactions
      </Link>
    }
  >
    {merchant.recentTransactions.length > 0 ? (
      <Table
        caption="Recent activity"
        phone="flow"
        rows={merchant.recentTransactions}
        keyOf={({ id }) => id}
        columns={columns}
      />
    ) : (
      <EmptyState
        card={false}
        scene="berths"
        title="No transactions yet"
        sentence="Payments in and out will appear here"
      />
    )}
  </Card>
)

const purposes: Record<string, string> = {
  invoice: 'Invoice',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  sweep: 'Fees collected',
  'loop-out': 'Loop-out',
  refund: 'Refund',
  outside: 'Sent outside the platform',
}

const columns = [
  {
    head: 'Type',
    cell: ({ purpose, method, reportedByMerchant }: Transaction) => (
      <span className="flex items-center gap-2">
        {purposes[purpose] ?? purpose}
        {method === 'lightning' && <Tag>Lightning</Tag>}
        {reportedByMerchant && <OwnServerMark />}
      </span>
    ),
  },
  { head: 'Bitcoin', numeric: true, cell: (row: Transaction) => <Btc amount={signed(row, row.amount)} /> },
  { head: 'Amount', numeric: true, cell: (row: Transaction) => <Usd amount={signed(row, row.amountUSD)} /> },
  {
    head: 'Status',
    cell: ({ status }: Transaction) =>
      status === 'confirmed' ? (
        <Badge shape="solid">Confirmed</Badge>
      ) : status === 'pending' ? (
        <Badge shape="dashed">Pending</Badge>
      ) : (
        <Badge shape="crossed">Failed</Badge>
      ),
  },
  {
    head: 'Date',
    numeric: true,
    cell: ({ timestamp }: Transaction) => formatActivity(dateOfTimestamp(timestamp)),
  },
]

const signed = ({ type }: Transaction, amount: string | null) =>
  amount === null ? null : type === 'outgoing' ? `-${amount}` : amount

/** What people did to the account. */
export const MerchantActions = ({ merchant }: { merchant: MerchantDetail }) => (
  <Card title="Acts" bare aria-label="Acts" span={6}>
    {merchant.recentActs.length > 0 ? (
      <ul className="rows merchant-acts">
        {merchant.recentActs.map(({ id, act, actorKind, actorEmail, at }) => (
          <li key={id}>
            <div className="min-w-0">
              <div className="what">{describeActivity(act)}</div>
              <div className="small muted truncate">
                {actorEmail ?? (actorKind === 'api-key' ? 'an API key' : 'the platform')}
              </div>
            </div>
            <span className="small muted">{formatActivity(at)}</span>
          </li>
        ))}
      </ul>
    ) : (
      <EmptyState card={false} scene="none" title="Nothing recorded yet" />
    )}
  </Card>
)
