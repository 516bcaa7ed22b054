import type { ReactNode } from 'react'
import { dateOfTimestamp, formatActivity, formatAge } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Tile, Tiles } from '../../ui/tile.tsx'
import './counts.css'
import { useCounts, useLatest, useWeek } from './use-transactions.ts'

/** The three of the dashboard, with what they mean right now. */
export const ThreeCounts = () => {
  const { data: counts } = useCounts()
  const { data: week } = useWeek()
  const { data: latest } = useLatest(5)
  const now = useNow()
  const figure = (count: number | undefined) => <Count count={count} cap={counts?.cap} />
  const thisWeek = week?.reduce((sum, day) => sum + day.count, 0) ?? 0
  const confirmed = latest?.find(({ status }) => status === 'confirmed')
  const pending = latest?.find(({ status }) => status === 'unconfirmed')
  // A note that says nothing keeps the three figures on one line.
  const notes: Record<'total' | 'confirmed' | 'pending', ReactNode> = {
    total: thisWeek > 0 ? `${formatCount(thisWeek)} received in 7 days` : '\u00a0',
    confirmed: confirmed
      ? `latest ${midSentence(formatActivity(dateOfTimestamp(confirmed.timestamp), now))}`
      : '\u00a0',
    pending: pending ? `seen ${formatAge(dateOfTimestamp(pending.timestamp), now)} ago` : '\u00a0',
  }
  return (
    <Tiles className="counts">
      <Tile label="Total transactions" figure={figure(counts?.total)} note={notes.total} />
      <Tile label="Confirmed" figure={figure(counts?.confirmed)} note={notes.confirmed} />
      <Tile label="Pending" figure={figure(counts?.pending)} note={notes.pending} />
    </Tiles>
  )
}

/** The server stops counting somewhere; then there are at least as many. */
const Count = ({ count, cap }: { count: number | undefined; cap: number | undefined }) => {
  if (count === undefined)
    return (
      <>
        <span aria-hidden="true">—</span>
        <span className="sr-only">not known</span>
      </>
    )
  return formatCount(count) + (cap !== undefined && count >= cap ? '+' : '')
}

const midSentence = (day: string) => day.replace(/^(Today|Yesterday)/, (word) => word.toLowerCase())
