import type { ReactNode } from 'react'
import './beside.css'

type BesideProps = { main: ReactNode; aside: ReactNode }

/** A wide column and a narrow one at its right. They become one column on narrow screens. */
export const Beside = ({ main, aside }: BesideProps) => (
  <div className="c12 beside stack at-top gap-4">
    <div className="stack columns-1 gap-4">{main}</div>
    <div className="stack columns-1 gap-4">{aside}</div>
  </div>
)
