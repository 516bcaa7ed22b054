import type { ReactNode } from 'react'
import { Block } from './badge.tsx'
import './task-bar.css'

type TaskBarProps = { label: string; actions?: ReactNode; children: ReactNode }

/** Something to do, in one line above the page, until it is done. */
export const TaskBar = ({ label, actions, children }: TaskBarProps) => (
  <section className="c12 task-bar stack middle auto-rest-auto gap-y-2 gap-x-3" aria-label={label}>
    <Block shape="dashed" />
    <p>{children}</p>
    {actions && <div className="acts flex gap-2">{actions}</div>}
  </section>
)
