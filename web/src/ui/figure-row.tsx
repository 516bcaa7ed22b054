import type { ReactNode } from 'react'
import './figure-row.css'

type RowFigureProps = {
  name: string
  figure: ReactNode
  /** What joins it with the figure before. */
  sign?: '+' | '−' | '=' | undefined
  /** One quiet line, such as a comparison. */
  children?: ReactNode
}

/** Figures side by side, divided by hairlines. On a phone they are lines. */
export const FigureRow = ({ columns, children }: { columns: 3 | 4 | 5; children: ReactNode }) => (
  <div className={`figure-row stack columns-${columns} parted phone-single`}>{children}</div>
)

export const RowFigure = ({ name, figure, sign, children }: RowFigureProps) => (
  <div>
    {sign && (
      <span className="sign quiet medium in-center" aria-hidden="true">
        {sign}
      </span>
    )}
    <span className="stencil">{name}</span>
    <div className="money nowrap">{figure}</div>
    {children && <div className="change small quiet mt-1">{children}</div>}
  </div>
)
