import { formatRelative } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { System } from './use-system.ts'

/** What needs someone. Where nothing does, it says so. */
export const AlertsCard = ({ alerts }: { alerts: System['alerts'] }) => {
  const now = useNow(60_000)
  return (
    <Card title="Alerts" note={alerts.length === 0 ? 'none' : `${alerts.length} open`} aria-label="Alerts">
      {alerts.length === 0 ? (
        <Notice kind="ok">Nothing needs you.</Notice>
      ) : (
        <div className="grid gap-2">
          {alerts.map(({ id, sentence, since }) => (
            <Notice key={id} kind="bad">
              <span className="strong">{sentence}</span> <span className="quiet">{formatRelative(since, now)}</span>
            </Notice>
          ))}
        </div>
      )}
    </Card>
  )
}
