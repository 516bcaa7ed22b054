import type { ReactNode } from 'react'
import './beside.css'

type BesideProps = { main: ReactNode; aside: ReactNode }

/** A wide column and a narrow one at its right. They become one column on narrow screens. */
export const Beside = ({ main, aside }: BesideProps) => (
  <div className="c12 beside">
    <div>{main}</div>
    <div>{aside}</div>
  </div>
)
