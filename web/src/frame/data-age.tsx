import { formatActivity } from '../lib/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import * as t from './messages.ts'

type DataAgeProps = {
  /** When the payment server was last synced. */
  asOf: string | null
  stale: boolean
  /** The last load failed, so the figures are from this time. */
  failedSince?: number | undefined
}

/** A notice beside old figures. Fresh ones have none. */
export const DataAge = ({ asOf, stale, failedSince }: DataAgeProps) => {
  if (!stale && failedSince === undefined) return null
  const at = failedSince === undefined ? asOf : new Date(failedSince).toISOString()
  return (
    <div className="mt-4">
      <Notice kind="wait">{at ? t.staleSince({ time: formatActivity(at) }) : t.staleNever}</Notice>
    </div>
  )
}
