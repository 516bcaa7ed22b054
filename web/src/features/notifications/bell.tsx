import { Bell as BellIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatRelative } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import './bell.css'
import * as t from './messages.ts'

export type BellEntry = {
  key: string
  title: string
  detail: string | null
  to: string
  at: string
  icon: ReactNode
  isBad: boolean
  isNew: boolean
  /** Someone follows its link. */
  onGo?: () => void
}

type BellProps = {
  entries: readonly BellEntry[]
  /** How many are new, which may be more than are shown. */
  count: number
  isError: boolean
  onClose?: () => void
  /** Below the list. */
  action?: ReactNode
}

/** What happened, newest first, with a mark on what is new. */
export const Bell = ({ entries, count, isError, onClose, action }: BellProps) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    onClose?.()
  }
  useClosing(ref, open, close)
  return (
    <div className="bell" ref={ref}>
      <IconButton
        label={t.bell({ count })}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <BellIcon className="ico" />
        <span className="word">{t.notifications}</span>
        {count > 0 && <span className="dot centered">{count > 99 ? t.manyUnread : count}</span>}
      </IconButton>
      <section id={id} className="pop" aria-label={t.notifications} hidden={!open}>
        {open && <Contents entries={entries} count={count} isError={isError} action={action} onGo={close} />}
      </section>
    </div>
  )
}

type ContentsProps = Pick<BellProps, 'entries' | 'count' | 'isError' | 'action'> & { onGo: () => void }

const Contents = ({ entries, count, isError, action, onGo }: ContentsProps) => (
  <>
    <header className="flex on-baseline between">
      <h2 className="text-md strong">{t.notifications}</h2>
      <span className="small quiet">{isError ? t.notificationsNotLoaded : t.newCount({ count })}</span>
    </header>
    {entries.length > 0 ? (
      <div className="rows">
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} onGo={onGo} />
        ))}
      </div>
    ) : (
      <p className="none small muted">{t.noNotifications}</p>
    )}
    {action && <footer>{action}</footer>}
  </>
)

const Entry = ({ entry, onGo }: { entry: BellEntry; onGo: () => void }) => {
  const now = useNow(60_000)
  const go = () => {
    entry.onGo?.()
    onGo()
  }
  return (
    <Link to={entry.to} onClick={go}>
      <span className={classNames('dir centered muted', entry.isBad && 'bad')} aria-hidden="true">
        {entry.icon}
      </span>
      <span>
        <span className="strong block breaks">{entry.title}</span>
        {entry.detail !== null && <span className="small muted block breaks">{entry.detail}</span>}
        <span className="small quiet block breaks">{formatRelative(entry.at, now)}</span>
      </span>
      {entry.isNew && (
        <span className="new">
          <span className="sr-only block breaks">{t.isNew}</span>
        </span>
      )}
    </Link>
  )
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
