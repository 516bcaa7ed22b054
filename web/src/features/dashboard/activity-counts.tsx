import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useCounts } from '../transactions/index.ts'
import './activity-counts.css'
import * as t from './messages.ts'

/** How many transactions there are, as links to them. What failed is shown if there is any, so that the counts add up. */
export const ActivityCounts = () => {
  const { data: counts } = useCounts()
  if (!counts) return null
  const { transactions } = portalPaths.merchant
  return (
    <div className="activity-counts flex">
      <Count to={transactions} count={counts.total} name={t.totalTransactions} />
      <Count to={`${transactions}?status=confirmed`} count={counts.confirmed} name={t.confirmed} />
      <Count to={`${transactions}?status=unconfirmed`} count={counts.pending} name={t.pending} />
      {counts.failed > 0 && <Count to={`${transactions}?status=failed`} count={counts.failed} name={t.failed} />}
    </div>
  )
}

const Count = ({ to, count, name }: { to: string; count: number; name: string }) => (
  <Link to={to}>
    <b className="text-base ink">{formatCount(count)}</b> {name}
  </Link>
)
