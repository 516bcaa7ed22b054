import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './totals-bar.css'

type Figure = { label: string; figure: ReactNode }

type TotalsBarProps = {
  label: string
  /** Plain counts at the left. */
  counts: readonly Figure[]
  /** What the sums cover, in one or two short lines. */
  period?: ReactNode
  /** Amounts that add up in the order shown. The last one is the total, below the quay line. */
  sums: readonly (Figure & { sign?: 'plus' | 'minus' | 'times' | 'equals' })[]
  /** Figures that are no part of the sum. */
  apart?: readonly Figure[]
}

/** Counts, then money that adds up, then what is apart from it. */
export const TotalsBar = ({ label, counts, period, sums, apart = [] }: TotalsBarProps) => (
  <section className="card ledger-box" aria-label={label}>
    <div className="ledger flex min-w-0">
      {counts.length > 0 && (
        <div className="counts flex min-w-0">
          {counts.map((count) => (
            <Part key={count.label} {...count} />
          ))}
        </div>
      )}
      <div className="sums flex min-w-0 grow">
        {period && <p className="period across small muted">{period}</p>}
        {sums.map(({ sign, ...sum }) => (
          <Part key={sum.label} className={sign} {...sum} />
        ))}
        {apart.map((figure) => (
          <Part key={figure.label} className="apart" {...figure} />
        ))}
      </div>
    </div>
  </section>
)

const Part = ({ className, label, figure }: Figure & { className?: string | undefined }) => (
  <div className={classNames('part', className)}>
    <span className="stencil">{label}</span>
    <div className="fig money">{figure}</div>
  </div>
)
