import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BlankProps = {
  title: ReactNode
  sentence?: ReactNode
  /** The action that fills it or tries again. */
  actions?: ReactNode
  /** Small print, such as a request's number. */
  code?: string | undefined
  /** Inside a card of its own, or as the content of one. */
  card?: boolean
  level?: 'h1' | 'h2'
}

/** What stands where content would, with a drawing above it. `alert`: something failed. */
export const Blank = ({
  drawing,
  alert = false,
  title,
  sentence,
  actions,
  code,
  card = true,
  level: Title = 'h2',
}: BlankProps & { drawing?: ReactNode; alert?: boolean }) => (
  <section className={classNames('blank stack gap-1.5', card && 'card c12')} role={alert ? 'alert' : undefined}>
    {drawing}
    <Title className="hull">{title}</Title>
    {sentence && <p>{sentence}</p>}
    {actions && <div className="acts flex wraps gap-2">{actions}</div>}
    {code && <div className="code tiny quiet">{code}</div>}
  </section>
)
