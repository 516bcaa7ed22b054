import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { dateOfTimestamp, formatActivity } from '../../lib/format-date.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { OwnServerMark } from '../../ui/own-server-mark.tsx'
import { ExplorerLink } from '../transactions/index.ts'
import * as t from './messages.ts'

type Transaction = MerchantDetail['recentTransactions'][number]

const shownCount = 5

/** The latest payments in and out. */
export const MerchantActivity = ({ merchant }: { merchant: MerchantDetail }) => (
  <Card
    title={t.recentActivity}
    bare
    className="recent"
    aria-label={t.recentActivity}
    note={
      <Link
        className="link"
        to={pathTo(portalPaths.admin.merchantTab, { merchantId: merchant.id, tab: 'transactions' })}
      >
        {t.allTransactions}
      </Link>
    }
  >
    {merchant.recentTransactions.length > 0 ? (
      <ul className="rows">
        {merchant.recentTransactions.slice(0, shownCount).map((transaction) => (
          <Row key={transaction.id} transaction={transaction} />
        ))}
      </ul>
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

const states = {
  confirmed: { shape: 'solid', word: t.confirmed },
  pending: { shape: 'dashed', word: t.pending },
  failed: { shape: 'crossed', word: t.failed },
} as const

const Row = ({ transaction }: { transaction: Transaction }) => {
  const { purpose, method, txid, status, timestamp, reportedByMerchant } = transaction
  const { shape, word } = states[status]
  return (
    <li className="rest-auto">
      <div className="min-w-0">
        <div className="what medium cluster gap-2">
          {purposes[purpose] ?? purpose}
          {method === 'lightning' && <Tag>{t.lightning}</Tag>}
          {reportedByMerchant && <OwnServerMark />}
        </div>
        <div className="small muted cluster gap-2">
          {formatActivity(dateOfTimestamp(timestamp))}
          {method === 'on-chain' && (
            <ExplorerLink txid={txid}>
              <span className="mono" title={txid}>
                {shortenMiddle(txid, 6, 16)}
              </span>
            </ExplorerLink>
          )}
        </div>
      </div>
      <span className="cluster at-end gap-x-4 gap-y-1">
        <Badge shape={shape}>{word}</Badge>
        <span className="amt stack to-right strong">
          <Usd amount={signed(transaction, transaction.amountUSD)} />
          <span className="small muted">
            <Btc amount={signed(transaction, transaction.amount)} />
          </span>
        </span>
      </span>
    </li>
  )
}

const signed = ({ type }: Transaction, amount: string | null) =>
  amount === null ? null : type === 'outgoing' ? `-${amount}` : amount
