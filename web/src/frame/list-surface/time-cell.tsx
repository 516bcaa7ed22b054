import { dateOfTimestamp, dayOf, formatDateTime, formatTime } from '../../lib/format-date.ts'
import { type Day, writeShortDay } from '../../ui/list-surface/plain-date.ts'

/** When something happened, in a cell of two lines: the time, and the day below it. */
export const TimeCell = ({ timestamp, today }: { timestamp: number; today: Day }) => {
  const at = dateOfTimestamp(timestamp)
  return (
    <>
      <span className="l1" title={formatDateTime(at)}>
        {formatTime(at)}
      </span>
      <span className="l2">{writeShortDay(dayOf(at), today)}</span>
    </>
  )
}
