import { formatRelative } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'
import type { System } from './use-system.ts'

type AlertsCardProps = Pick<System, 'alerts' | 'missingSettings'>

/** What needs an admin's attention, one line for each cause, and settings that a live platform should have. */
export const AlertsCard = ({ alerts, missingSettings }: AlertsCardProps) => {
  const now = useNow(60_000)
  return (
    <Card title={t.alerts} note={t.alertCount({ count: alerts.length })} aria-label={t.alerts}>
      {alerts.length + missingSettings.length === 0 ? (
        <Notice kind="ok">{t.noAction}</Notice>
      ) : (
        <div className="stack gap-2">
          {alerts.map(({ id, title, sentence, since }) => (
            <Notice key={id} kind="bad">
              <span className="strong">{title || sentence}</span>{' '}
              <span className="quiet">{formatRelative(since, now)}</span>
              {title && <p>{sentence}</p>}
            </Notice>
          ))}
          {missingSettings.map((setting) => (
            <Notice key={setting} kind="wait">
              {setting === 'SMTP_URL' ? t.mailUnset : t.explorerUnset}
            </Notice>
          ))}
        </div>
      )}
    </Card>
  )
}
