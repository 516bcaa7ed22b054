import type { Act } from '@bitquay/contract/audit-log'
import { actorNames, actorOf, subjectOf } from '@bitquay/contract/audit-log.words'
import { formatDateTime } from '../../lib/format-date.ts'
import { Fact, RowDetail } from '../../ui/list-surface/row-detail.tsx'
import { ExplorerLink } from '../transactions/index.ts'
import { detailsOf } from './describe-activity.ts'
import * as t from './messages.ts'

/** Everything that is known of it, in full. */
export const ActivityDetail = ({ act }: { act: Act }) => {
  const subject = subjectOf(act)
  return (
    <RowDetail>
      <Fact span={4} label={t.dateHead}>
        {formatDateTime(act.at)}
      </Fact>
      <Fact span={4} label={t.userHead}>
        <span className="wrap">{actorOf(act)}</span>
      </Fact>
      <Fact span={4} half label={t.actor}>
        {actorNames[act.actorKind]}
      </Fact>
      {act.sourceAddress !== null && (
        <Fact span={4} half label={t.ipAddress}>
          <span className="mono wrap">{act.sourceAddress}</span>
        </Fact>
      )}
      {subject && (
        <Fact span={4} label={t.subject}>
          <span className="wrap">{subject}</span>
        </Fact>
      )}
      {detailsOf(act.detail).map(({ name, value, looked }) => (
        <Fact key={name} span={4} label={name}>
          <span className="wrap">{looked ? <ExplorerLink {...looked}>{value}</ExplorerLink> : value}</span>
        </Fact>
      ))}
    </RowDetail>
  )
}
