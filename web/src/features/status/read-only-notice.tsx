import { formatActivity } from '../../lib/format-date.ts'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'
import { useStatus } from './use-status.ts'

/** Above every page of a portal while nothing can be saved: its figures are from this time. */
export const ReadOnlyNotice = () => {
  const { data: status } = useStatus()
  const asOf = status?.database.readOnlyAsOf
  return asOf ? <Notice kind="wait">{t.readOnlySince({ time: formatActivity(asOf) })}</Notice> : null
}
