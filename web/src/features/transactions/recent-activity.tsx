import type { Transaction } from '@bitquay/contract/transactions'
import type { ReactNode } from 'react'
import { dateOfTimestamp, formatActivity } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { directionOf } from './describe-transaction.ts'
import { Direction } from './direction.tsx'
import './recent-activity.css'
import { Amount, Kinds, State } from './transaction-marks.tsx'
import { useLatest } from './use-transactions.ts'

const shownCount = 5

/** The latest five. */
export const RecentActivity = ({ note, act }: { note: ReactNode /** What fills it. */; act: ReactNode }) => {
  const latest = useLatest(shownCount)
  return (
    <Card title="Recent activity" note={latest.data?.length ? note : undefined} bare aria-label="Recent activity">
      <ListBody
        rows={latest.data}
        query={latest}
        failed={<Notice kind="bad">Recent activity could not be read. Your money is not affected.</Notice>}
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title="No transactions yet"
            sentence="Your Bitcoin transactions will appear here"
            actions={act}
          />
        }
      >
        {(rows) => (
          <ul className="rows activity">
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
  return (
    <li>
      <Direction type={transaction.type} />
      <div className="min-w-0">
        <div className="what">
          {directionOf(transaction)} <Kinds transaction={transaction} />
        </div>
        <div className="small quiet">{formatActivity(dateOfTimestamp(transaction.timestamp), now)}</div>
      </div>
      <Amount transaction={transaction} />
      <div className="state">
        <State transaction={transaction} />
      </div>
    </li>
  )
}
