import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { HealthMark } from '../../ui/sidebar.tsx'

type SystemPartProps = {
  title: string
  isHealthy: boolean
  /** What is wrong, as a badge. */
  note: ReactNode
  /** One line that says enough while it is healthy. */
  line: ReactNode
  footer?: ReactNode
  /** The content brings its own padding. */
  bare?: boolean
  children: ReactNode
}

/** A line that opens on demand while the part is healthy, and a card when it is not. */
export const SystemPart = ({ title, isHealthy, note, line, footer, bare = false, children }: SystemPartProps) =>
  isHealthy ? (
    <section className="health ruled" aria-label={title}>
      <details>
        <summary className="stack middle gap-y-1 gap-x-3">
          <span className="mark text-ok">
            <HealthMark health="ok" />
          </span>
          <h3 className="strong">{title}</h3>
          <span className="line small muted">{line}</span>
          <ChevronDown className="ico" aria-hidden="true" />
        </summary>
        {bare ? children : <div className="pad">{children}</div>}
        {footer && <footer className="across gap-3">{footer}</footer>}
      </details>
    </section>
  ) : (
    <Card title={title} note={note} bare={bare} aria-label={title} footer={footer}>
      {children}
    </Card>
  )
