import type { ReactNode } from 'react'
import { hero } from '../../content/landing.ts'
import { FreeBerth } from '../../ui/harbour/free-berth.tsx'

type CallPanelProps = { id?: string; title: string; text: string; children: ReactNode }

/** The last thing on a page: what to do next, with a berth kept free beside it. */
export const CallPanel = ({ id, title, text, children }: CallPanelProps) => (
  <div className="site" id={id}>
    <section className="call deep">
      <div className="call-words">
        <h2 className="hull">{title}</h2>
        <p className="text-lg">{text}</p>
        <div className="flex wraps gap-3">{children}</div>
      </div>
      <FreeBerth newestHeight={hero.newestBlockHeight} />
    </section>
  </div>
)
