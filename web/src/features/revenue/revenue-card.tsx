import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { namePrevious, nameSpan } from './choose-revenue-period.tsx'
import * as t from './messages.ts'
import { RevenueChart } from './revenue-chart.tsx'
import type { useRevenue } from './use-revenue.ts'

type RevenueCardProps = {
  reading: ReturnType<typeof useRevenue>
  today: string
  /** Rules everything on the page. */
  choose: ReactNode
  /** Beside the name of the chart. */
  link?: ReactNode
  /** Figures of the period, above the chart. */
  children: ReactNode
}

/** The period of the page, its figures, and revenue over time. */
export const RevenueCard = ({ reading, today, choose, link, children }: RevenueCardProps) => {
  const { data: revenue, isError, isPlaceholderData } = reading
  return (
    <section className="card column c12 received" aria-label={t.overview}>
      <header className="cluster between gap-y-0.5 gap-x-3">
        <h2>{revenue ? nameSpan(revenue, today) : t.overview}</h2>
        {revenue && <span className="note">{namePrevious(revenue, today)}</span>}
        {choose}
      </header>
      {revenue ? (
        <div
          className={classNames('received-body', isPlaceholderData && 'is-old')}
          aria-busy={isPlaceholderData || undefined}
        >
          {children}
          <div className="pad">
            <div className="across between gap-3">
              <h3 className="stencil">{t.perUnit({ unit: revenue.unit })}</h3>
              {link}
            </div>
            <RevenueChart steps={revenue.overTime} unit={revenue.unit} today={today} />
          </div>
        </div>
      ) : isError ? (
        <LoadError title={t.notLoadedTitle} sentence={t.notLoaded} reading={reading} />
      ) : (
        <div className="pad">
          <SkeletonLines lines={9} />
        </div>
      )}
    </section>
  )
}
