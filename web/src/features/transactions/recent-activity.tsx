import { methodWords, type Transaction, wordOfPurpose } from '@bitquay/contract/transactions'
import { Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateOfTimestamp, formatActivity } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Usd } from '../../ui/figures.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { directionOf, whatOf, whoOf } from './describe-transaction.ts'
import * as t from './messages.ts'
import './recent-activity.css'
import { State } from './transaction-marks.tsx'
import { TypeIcon } from './type-icon.tsx'
import { useLatest } from './use-transactions.ts'

const shownCount = 5

type RecentActivityProps = { /** In the head, such as a link to all of them. */ note: ReactNode }

/** The latest five. */
export const RecentActivity = ({ note }: RecentActivityProps) => {
  const latest = useLatest(shownCount)
  return (
    <Card title={t.recentActivity} note={note} bare aria-label={t.recentActivity} className="recent">
      <ListBody
        rows={latest.data}
        query={latest}
        failed={{ title: t.recentFailed, sentence: t.recentFailedNext }}
        empty={<EmptyState card={false} scene="none" title={t.recentEmptyTitle} sentence={t.recentEmpty} />}
      >
        {(rows) => (
          <ul className="activity lined">
            {rows.map((transaction) => (
              <Row key={transaction.key} transaction={transaction} />
            ))}
          </ul>
        )}
      </ListBody>
    </Card>
  )
}

const Row = ({ transaction }: { transaction: Transaction }) => {
  const now = useNow(60_000)
  const [who, what] = [whoOf(transaction), whatOf(transaction)]
  const { type, status, amountUSD } = transaction
  return (
    <li className="stack middle gap-y-0 gap-x-3">
      <TypeIcon transaction={transaction} />
      <div className="who">
        <span className="strong">{who ?? what ?? t.noCustomer}</span>
        {who && what && <span className="more tiny quiet">{what}</span>}
      </div>
      <div className="move small">
        <span className="kind">
          {directionOf(transaction)}
          <Tag>{wordOfPurpose(transaction)}</Tag>
          {transaction.paymentMethod === 'BTC-LN' && (
            <Tag icon={<Zap className="ico" aria-hidden="true" />}>
              <span className="sr-only">{methodWords['BTC-LN']}</span>
            </Tag>
          )}
          {transaction.disputed && <Badge shape="dashed">{t.disputed}</Badge>}
        </span>
        <span className="more tiny quiet">{formatActivity(dateOfTimestamp(transaction.timestamp), now)}</span>
      </div>
      <div className="state">
        <State transaction={transaction} />
      </div>
      <div className="sum-usd strong to-right">
        <Usd
          amount={amountUSD}
          signed
          className={classNames(type === 'incoming' && status === 'confirmed' && 'in-amt')}
        />
      </div>
    </li>
  )
}
