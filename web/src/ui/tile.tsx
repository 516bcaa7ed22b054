import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Tiles share one card, divided by hairlines. */
export const Tiles = ({ className, children }: { className?: string; children: ReactNode }) => (
  <section className={classNames('card c12 tiles stack', className)}>{children}</section>
)

type TileProps = {
  label: string
  figure: ReactNode
  /** One quiet line of context. */
  note?: ReactNode
}

export const Tile = ({ label, figure, note }: TileProps) => (
  <div className="tile column">
    <span className="stencil">{label}</span>
    <div className="fig money text-xl mt-1">{figure}</div>
    {note && <div className="note small quiet">{note}</div>}
  </div>
)
