import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Tiles share one card, divided by hairlines. */
export const Tiles = ({ className, children }: { className?: string; children: ReactNode }) => (
  <section className={classNames('card c12 tiles', className)}>{children}</section>
)

type TileProps = {
  label: string
  figure: ReactNode
  /** One quiet line of context. */
  note?: ReactNode
}

export const Tile = ({ label, figure, note }: TileProps) => (
  <div className="tile">
    <span className="stencil">{label}</span>
    <div className="fig money">{figure}</div>
    {note && <div className="note">{note}</div>}
  </div>
)

/** A change carries its direction as a shape, not as color alone. */
export const Change = ({ percent }: { percent: number }) => (
  <span className={percent < 0 ? 'down' : 'up'}>
    {percent < 0 ? '▼' : '▲'} {Math.abs(percent).toLocaleString('en-US', { maximumFractionDigits: 1 })}%
  </span>
)
