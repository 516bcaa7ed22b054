import type { Notification } from '@bitquay/contract/notifications'
import { ArrowDownToLine, ArrowUpFromLine, ClipboardCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Bell, type BellEntry } from './bell.tsx'
import { describeNotification, keyOf } from './describe-notification.ts'
import { readSeen, saveSeen } from './seen.ts'
import { useNotifications } from './use-notifications.ts'

/** Alerts, pending applications and large transactions. What came since it was last opened is marked. */
export const AdminBell = () => {
  const { data: notifications = [], isError } = useNotifications()
  const [seen, setSeen] = useState(readSeen)
  const entries = notifications.map(
    (notification): BellEntry => ({
      key: keyOf(notification),
      ...describeNotification(notification),
      at: notification.at,
      icon: <EntryIcon notification={notification} />,
      isBad: notification.kind === 'alert',
      isNew: !seen.has(keyOf(notification)),
    }),
  )
  const remember = () => {
    const keys = notifications.map(keyOf)
    saveSeen(keys)
    setSeen(new Set(keys))
  }
  return (
    <Bell entries={entries} count={entries.filter(({ isNew }) => isNew).length} isError={isError} onClose={remember} />
  )
}

const EntryIcon = ({ notification }: { notification: Notification }) => {
  if (notification.kind === 'alert') return <TriangleAlert className="ico" />
  if (notification.kind === 'application') return <ClipboardCheck className="ico" />
  return notification.type === 'invoice' ? <ArrowDownToLine className="ico" /> : <ArrowUpFromLine className="ico" />
}
