import { LogOut, Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Link, matchPath } from 'react-router'
import { IconButton } from './button.tsx'
import * as t from './messages.ts'
import { Tooltip } from './tooltip.tsx'
import { useScrollLock } from './use-scroll-lock.ts'

export type NavItem = {
  name: string
  to: string
  icon: ReactNode
  /** Other paths that are this page too. */
  also?: readonly string[]
  /** A count that waits for attention. */
  count?: number
}

export type NavGroup = { name?: string; items: readonly NavItem[] }

/** Groups of links; the current one is moored to the edge. */
export const Nav = ({ label, groups, path }: { label: string; groups: readonly NavGroup[]; path: string }) => (
  <nav className="nav stack" aria-label={label}>
    {groups.map((group) => (
      <div key={group.name ?? ''} className="contents">
        {group.name && <span className="stencil">{group.name}</span>}
        {group.items.map((item) => (
          <Link key={item.to} to={item.to} aria-current={isCurrent(item, path) ? 'page' : undefined}>
            {item.icon}
            {item.name}
            {item.count ? <span className="n tiny muted strong ml-auto">{item.count}</span> : null}
          </Link>
        ))}
      </div>
    ))}
  </nav>
)

const isCurrent = (item: NavItem, path: string) =>
  path === item.to || path.startsWith(`${item.to}/`) || (item.also ?? []).some((also) => matchPath(also, path))

const looks = { ok: 'muted', wait: 'text-wait', bad: 'text-bad medium', quiet: 'quiet' }
type Health = keyof typeof looks

/** One line of a small block that says what works. */
export const HealthLine = ({ health, children, value }: { health: Health; children: ReactNode; value?: ReactNode }) => (
  <span className={`ln across gap-2 ${looks[health]}`}>
    <HealthMark health={health} />
    {children}
    {value !== undefined && <span className="v quiet">{value}</span>}
  </span>
)

/** Tick, dashed ring or cross: the state is in the shape. */
export const HealthMark = ({ health }: { health: Health }) => (
  <svg className={health === 'ok' ? 'text-ok' : undefined} viewBox="0 0 16 16" fill="none" aria-hidden="true">
    {health === 'ok' && (
      <>
        <circle cx="8" cy="8" r="7" fill="currentColor" opacity=".18" />
        <path
          d="M4.8 8.2l2.2 2.2 4.2-4.6"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    )}
    {(health === 'wait' || health === 'quiet') && (
      <circle cx="8" cy="8" r="6.2" stroke="currentColor" strokeWidth="1.6" strokeDasharray="3 2.2" />
    )}
    {health === 'bad' && (
      <>
        <circle cx="8" cy="8" r="7" fill="currentColor" opacity=".16" />
        <path d="M5.4 5.4l5.2 5.2m0-5.2l-5.2 5.2" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      </>
    )}
  </svg>
)

/** Who is signed in, and the way out. */
export const Person = ({ email, signOut }: { email: string; signOut: () => void }) => (
  <div className="me across gap-2.5 ruled">
    <span className="av centered" aria-hidden="true">
      {email.slice(0, 1).toUpperCase()}
    </span>
    <span className="em clip small" title={email}>
      {email}
    </span>
    <Tooltip text={t.signOut}>
      <IconButton label={t.signOut} onClick={signOut}>
        <LogOut className="ico" aria-hidden="true" />
      </IconButton>
    </Tooltip>
  </div>
)

/** The sidebar on a phone: behind a button, slid in from the right. It closes when a link in it is followed. */
export const SlideInMenu = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useState(false)
  useScrollLock(open)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton label={t.menu}>
          <Menu className="ico" aria-hidden="true" />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        {open && <div className="scrim centered" />}
        <Dialog.Content
          className="slide-in"
          aria-describedby={undefined}
          onClick={(event) => {
            if ((event.target as Element).closest('a')) setOpen(false)
          }}
        >
          <Dialog.Title className="sr-only">{t.menu}</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton label={t.closeMenu} className="slide-in-close">
              <X className="ico" aria-hidden="true" />
            </IconButton>
          </Dialog.Close>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
