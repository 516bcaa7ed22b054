import type { ReactNode } from 'react'
import './alarm.css'

type AlarmProps = {
  /** Bad: something doesn't work. Wait: something waits. */
  kind: 'bad' | 'wait'
  icon: ReactNode
  /** The cause, in one short sentence. */
  title: string
  /** What it means. */
  children: ReactNode
  action: ReactNode
}

/** The bar above a page: what is wrong, what it means, and one way on. A page has at most one. */
export const Alarm = ({ kind, icon, title, children, action }: AlarmProps) => (
  <div
    className={`alarm stack middle auto-rest-auto gap-y-0.5 gap-x-4 ${kind === 'wait' ? 'tone-wait' : 'tone-bad'}`}
    role="alert"
  >
    {icon}
    <div>
      <b>{title}</b>
      <p>{children}</p>
    </div>
    <div className="acts">{action}</div>
  </div>
)
