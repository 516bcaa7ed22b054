import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { EmptyBerths, PartedMooring } from './scenes.tsx'

type EmptyStateProps = {
  /** berths: nothing here yet. mooring: something failed. none: nothing matches. */
  scene: 'berths' | 'mooring' | 'none'
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

/** One line in place of a short list, inside its card. */
export const EmptyLine = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="blank-line">
    {icon}
    {children}
  </p>
)

/** What stands where content would. */
export const EmptyState = ({
  scene,
  title,
  sentence,
  actions,
  code,
  card = true,
  level: Title = 'h2',
}: EmptyStateProps) => (
  <section className={classNames('blank', card && 'card c12')} role={scene === 'mooring' ? 'alert' : undefined}>
    {scene === 'berths' && <EmptyBerths />}
    {scene === 'mooring' && <PartedMooring />}
    <Title className="hull">{title}</Title>
    {sentence && <p>{sentence}</p>}
    {actions && <div className="acts">{actions}</div>}
    {code && <div className="code">{code}</div>}
  </section>
)
