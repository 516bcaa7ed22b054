import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { dateOfTimestamp, formatActivity } from '../../lib/format-date.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { OwnServerMark } from '../../ui/own-server-mark.tsx'
import { Table } from '../../ui/table.tsx'
import { actorNames, nameOfActivity } from '../audit-log/index.ts'
import './merchant-detail.css'
import * as t from './messages.ts'

type Transaction = MerchantDetail['recentTransactions'][number]

/** The latest payments in and out. */
export const MerchantActivity = ({ merchant }: { merchant: MerchantDetail }) => (
  <Card
    title={t.recentActivity}
    bare
    aria-label={t.recentActivity}
    note={
      <Link className="link" to={`${portalPaths.admin.transactions}?store=${merchant.id}`}>
        {t.allTransactions}
      </Link>
    }
  >
    {merchant.recentTransactions.length > 0 ? (
      <Table
        caption={t.recentActivity}
        phone="flow"
        rows={merchant.recentTransactions}
        keyOf={({ id }) => id}
        columns={columns}
      />
    ) : (
      <EmptyState card={false} scene="berths" title={t.noTransactionsTitle} sentence={t.noTransactions} />
    )}
  </Card>
)

const purposes: Record<string, string> = {
  invoice: t.invoice,
  deposit: t.deposit,
  withdrawal: t.withdrawal,
  sweep: t.feesCollected,
  'loop-out': t.loopOut,
  refund: t.refund,
  outside: t.sentOutside,
}

const columns = [
  {
    head: t.type,
    cell: ({ purpose, method, reportedByMerchant }: Transaction) => (
      <span className="across gap-2">
        {purposes[purpose] ?? purpose}
        {method === 'lightning' && <Tag>{t.lightning}</Tag>}
        {reportedByMerchant && <OwnServerMark />}
      </span>
    ),
  },
  { head: t.bitcoin, numeric: true, cell: (row: Transaction) => <Btc amount={signed(row, row.amount)} /> },
  { head: t.amount, numeric: true, cell: (row: Transaction) => <Usd amount={signed(row, row.amountUSD)} /> },
  {
    head: t.status,
    cell: ({ status }: Transaction) =>
      status === 'confirmed' ? (
        <Badge shape="solid">{t.confirmed}</Badge>
      ) : status === 'pending' ? (
        <Badge shape="dashed">{t.pending}</Badge>
      ) : (
        <Badge shape="crossed">{t.failed}</Badge>
      ),
  },
  {
    head: t.date,
    numeric: true,
    cell: ({ timestamp }: Transaction) => formatActivity(dateOfTimestamp(timestamp)),
  },
]

const signed = ({ type }: Transaction, amount: string | null) =>
  amount === null ? null : type === 'outgoing' ? `-${amount}` : amount

/** What people did to the account. */
export const MerchantActions = ({ merchant }: { merchant: MerchantDetail }) => (
  <Card title={t.accountActivity} bare aria-label={t.accountActivity} span={6}>
    {merchant.recentActs.length > 0 ? (
      <ul className="rows">
        {merchant.recentActs.map(({ id, act, actorKind, actorEmail, at }) => (
          <li className="rest-auto" key={id}>
            <div className="min-w-0">
              <div className="what medium">{nameOfActivity(act)}</div>
              <div className="small muted clip">{actorEmail ?? actorNames[actorKind]}</div>
            </div>
            <span className="small muted">{formatActivity(at)}</span>
          </li>
        ))}
      </ul>
    ) : (
      <EmptyState card={false} scene="none" title={t.noActivity} />
    )}
  </Card>
)
