import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** One quiet note, badge or control at the right of the title. */
  note?: ReactNode
  /** Columns of twelve. */
  span?: 3 | 4 | 5 | 6 | 7 | 8 | 12
  /** The content brings its own padding, as rows and tables do. */
  bare?: boolean
  footer?: ReactNode
}

export const Card = ({ title, note, span = 12, bare = false, footer, className, children, ...rest }: CardProps) => (
  <section {...rest} className={classNames('card column', `c${span}`, className)}>
    {title !== undefined && (
      <header className="cluster between gap-y-0.5 gap-x-3">
        <h2>{title}</h2>
        {typeof note === 'string' ? <span className="note">{note}</span> : note}
      </header>
    )}
    {bare ? children : <div className="pad grow">{children}</div>}
    {footer && <footer>{footer}</footer>}
  </section>
)

/** Names and values in a list. The last one may be a total, below the quay line. */
export const Sums = ({ rows }: { rows: { name: ReactNode; value: ReactNode; total?: boolean }[] }) => (
  <dl className="sum">
    {rows.map((row, index) => (
      <div key={index} className={row.total ? 'total' : undefined}>
        <dt>{row.name}</dt>
        <dd>{row.value}</dd>
      </div>
    ))}
  </dl>
)
