import { formatActivity } from '../../lib/format-date.ts'
import { Notice } from '../../ui/notice.tsx'

type FiguresAgeProps = {
  /** When the payment server last told. */
  asOf: string | null
  stale: boolean
  /** The last asking failed, so what is shown was read at this moment. */
  failedSince?: number | undefined
}

/** Old figures say so beside them; fresh ones say nothing. */
export const DataAge = ({ asOf, stale, failedSince }: FiguresAgeProps) => {
  if (!stale && failedSince === undefined) return null
  const at = failedSince === undefined ? asOf : new Date(failedSince).toISOString()
  return (
    <div className="mt-4">
      <Notice kind="wait">
        {at ? `Figures from ${formatActivity(at)}.` : 'These figures were never read.'} They are renewed as soon as the
        connection is back. Your money is not affected.
      </Notice>
    </div>
  )
}
