import type { Notification } from '@bitquay/contract/notifications'
import { ServerOff } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatSince } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Alarm } from '../../ui/alarm.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useNotifications } from '../notifications/index.ts'
import * as t from './messages.ts'

type AlertNotice = Extract<Notification, { kind: 'alert' }>

/** What doesn't work for many at once. Other alerts wait in the bell and on the System page. */
const outages: readonly AlertNotice['alert'][] = [
  'audit-not-clean',
  'engine-down',
  'price-missing',
  'rate-missing',
  'mail-server-down',
  'disk-low',
  'clock-off',
]

/** The first cause of what doesn't work. Further causes are counted in it. */
export const PlatformAlarm = () => {
  const { data = [] } = useNotifications()
  const now = useNow(60_000)
  const [first, ...others] = data.filter(
    (notice): notice is AlertNotice => notice.kind === 'alert' && outages.includes(notice.alert),
  )
  if (!first) return null
  const since = { time: formatSince(first.at, now), meaning: first.sentence }
  return (
    <Alarm
      kind="bad"
      icon={<ServerOff className="ico" aria-hidden="true" />}
      title={t.alarmTitle({ cause: first.title })}
      action={<ButtonLink to={portalPaths.admin.system}>{t.seeWhatToDo}</ButtonLink>}
    >
      {others.length === 0 ? t.alarm(since) : t.alarmAndMore({ ...since, count: others.length })}
    </Alarm>
  )
}
