import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './row-detail.css'

type RowDetailProps = {
  /** At the left: what adds up, and below it what can be done. */
  sum?: ReactNode
  actions?: ReactNode
  /** Facts. */
  children: ReactNode
  /** Below the facts, over the whole width. */
  foot?: ReactNode
}

/** The detail of a row, hung from a quay line: the sum at the left, the facts at the right. */
export const RowDetail = ({ sum, actions, children, foot }: RowDetailProps) => (
  <div className={classNames('lading stack', !sum && 'lading--facts')}>
    {sum && (
      <div className="left column">
        {sum}
        {actions && <div className="acts flex wraps gap-2">{actions}</div>}
      </div>
    )}
    <div className="right">
      <dl className="facts stack">{children}</dl>
      {foot}
    </div>
  </div>
)

type FactProps = {
  label: string
  /** Of twelve columns. */
  span?: 3 | 4 | 5 | 6 | 7 | 8 | 12
  /** Two of them share a line on phones. */
  half?: boolean
  children: ReactNode
}

export const Fact = ({ label, span = 4, half = false, children }: FactProps) => (
  <div className={classNames('fact', half && 'half')} style={{ '--span': span } as CSSProperties}>
    <dt className="stencil quiet">{label}</dt>
    <dd>{children}</dd>
  </div>
)
