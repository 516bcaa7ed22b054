import { formatRelative } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'
import type { System } from './use-system.ts'

/** What needs an admin's attention. */
export const AlertsCard = ({ alerts }: { alerts: System['alerts'] }) => {
  const now = useNow(60_000)
  return (
    <Card title={t.alerts} note={t.alertCount({ count: alerts.length })} aria-label={t.alerts}>
      {alerts.length === 0 ? (
        <Notice kind="ok">{t.noAction}</Notice>
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
