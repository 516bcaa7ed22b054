import type { Notification } from '@bitquay/contract/notifications'
import { ArrowDownToLine, ArrowUpFromLine, Bell as BellIcon, ClipboardCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatRelative } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import './bell.css'
import { describeNotification, keyOf } from './describe-notification.ts'
import * as t from './messages.ts'
import { readSeen, saveSeen } from './seen.ts'
import { useNotifications } from './use-notifications.ts'

/** Alerts, pending applications and large transactions. What came since it was last opened is marked. */
export const Bell = ({ className }: { className?: string }) => {
  const { data: notifications = [], isError } = useNotifications()
  const [open, setOpen] = useState(false)
  const [seen, setSeen] = useState(readSeen)
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const fresh = notifications.filter((each) => !seen.has(keyOf(each)))
  const close = () => {
    setOpen(false)
    const keys = notifications.map(keyOf)
    saveSeen(keys)
    setSeen(new Set(keys))
  }
  useClosing(ref, open, close)
  return (
    <div className={classNames('bell', className)} ref={ref}>
      <IconButton
        label={t.bell({ count: fresh.length })}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <BellIcon className="ico" />
        {fresh.length > 0 && <span className="dot">{fresh.length}</span>}
      </IconButton>
      <section id={id} className="pop" aria-label={t.notifications} hidden={!open}>
        <header>
          <h2>{t.notifications}</h2>
          <span className="small quiet">
            {isError ? t.notificationsNotLoaded : t.newCount({ count: fresh.length })}
          </span>
        </header>
        {notifications.length > 0 ? (
          <div className="rows">
            {notifications.map((notification) => (
              <Entry
                key={keyOf(notification)}
                notification={notification}
                isNew={!seen.has(keyOf(notification))}
                onGo={close}
              />
            ))}
          </div>
        ) : (
          <p className="none small muted">{t.noNotifications}</p>
        )}
      </section>
    </div>
  )
}

type EntryProps = { notification: Notification; isNew: boolean; onGo: () => void }

const Entry = ({ notification, isNew, onGo }: EntryProps) => {
  const now = useNow(60_000)
  const { title, detail, to } = describeNotification(notification)
  return (
    <Link to={to} onClick={onGo}>
      <span className={classNames('dir', notification.kind === 'alert' && 'bad')} aria-hidden="true">
        <EntryIcon notification={notification} />
      </span>
      <span>
        <span className="strong">{title}</span>
        <span className="small muted">{detail}</span>
        <span className="small quiet">{formatRelative(notification.at, now)}</span>
      </span>
      {isNew && (
        <span className="new">
          <span className="sr-only">{t.isNew}</span>
        </span>
      )}
    </Link>
  )
}

const EntryIcon = ({ notification }: { notification: Notification }) => {
  if (notification.kind === 'alert') return <TriangleAlert className="ico" />
  if (notification.kind === 'application') return <ClipboardCheck className="ico" />
  return notification.type === 'invoice' ? <ArrowDownToLine className="ico" /> : <ArrowUpFromLine className="ico" />
}

/** Escape and a press elsewhere close it; Escape gives the focus back to the bell. */
const useClosing = (ref: React.RefObject<HTMLDivElement | null>, open: boolean, close: () => void) => {
  const closing = useRef(close)
  useEffect(() => {
    closing.current = close
  })
  useEffect(() => {
    if (!open) return
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) closing.current()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      closing.current()
      ref.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', escape)
    }
  }, [open, ref])
}
