import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './beside.css'

type BesideProps = {
  main: ReactNode
  aside: ReactNode
  /** What the narrow column holds comes first when there is one column only. */
  isAsideFirst?: boolean
}

/** A wide column and a narrow one at its right. They become one column on narrow screens. */
export const Beside = ({ main, aside, isAsideFirst = false }: BesideProps) => (
  <div className={classNames('c12 beside stack at-top gap-4', isAsideFirst && 'aside-first')}>
    <div className="stack columns-1 gap-4">{main}</div>
    <div className="stack columns-1 gap-4">{aside}</div>
  </div>
)
