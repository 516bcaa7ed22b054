import { toCents } from '@bitquay/contract/money'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { formatStep, scaleOf } from './chart-scale.ts'
import './revenue-chart.css'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

type Step = Revenue['overTime'][number]
type ChartProps = { steps: readonly Step[]; unit: Revenue['unit'] }

/** Columns with seams on the quay line; what came over Lightning lies on top, outlined. The last one is still growing. */
export const RevenueChart = ({ steps, unit }: ChartProps) => {
  const [shown, setShown] = useState<string>()
  const tallest = steps.reduce((most, { revenueUsd }) => max(most, toCents(revenueUsd)), 0n)
  if (tallest === 0n) return <NothingYet steps={steps} unit={unit} />
  const { stepCents, topCents } = scaleOf(tallest)
  const heightOf = (cents: bigint) => `${Number((max(cents, 0n) * 10_000n) / topCents) / 100}%`
  return (
    <>
      <div className="revenue" aria-hidden="true" onPointerLeave={() => setShown(undefined)}>
        <div className="y">
          {[0n, 1n, 2n, 3n].map((line) => (
            <span key={String(line)}>{formatStep(line * stepCents)}</span>
          ))}
        </div>
        <div className={steps.length > 40 ? 'plot tight' : 'plot'}>
          {steps.map((step, index) => {
            const [all, lightning] = [toCents(step.revenueUsd), toCents(step.lightningUsd)]
            const isShown = step.start === shown
            return (
              <div
                key={step.start}
                className={`b${index === steps.length - 1 ? ' now' : ''}${isShown ? ' hi' : ''}`}
                onPointerEnter={() => setShown(step.start)}
              >
                <i className="m" style={{ height: heightOf(lightning), display: lightning > 0n ? 'block' : 'none' }} />
                <i style={{ height: heightOf(all - lightning) }} />
                {isShown && <Tip step={step} unit={unit} side={index < steps.length / 2 ? 'right' : 'left'} />}
              </div>
            )
          })}
        </div>
        <div className="x">
          {marksOf(steps).map(({ start, left, isLast }) => (
            <span key={start} className={isLast ? 'last' : undefined} style={{ left: `${left}%` }}>
              {isLast ? (unit === 'day' ? t.today : t.now) : nameOf(start, unit)}
            </span>
          ))}
        </div>
      </div>
      <ul className="load-legend" aria-hidden="true">
        <li>
          <span className="revenue-key" />
          {t.onChain}
        </li>
        <li>
          <span className="revenue-key m" />
          {t.lightning}
        </li>
        <li>
          <span className="revenue-key now" />
          {t.lastSoFar({ unit })}
        </li>
      </ul>
      <HiddenTable steps={steps} unit={unit} />
    </>
  )
}

/** A scale of nothing would measure nothing. */
const NothingYet = (chart: ChartProps) => (
  <>
    <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />
    <HiddenTable {...chart} />
  </>
)

const Tip = ({ step, unit, side }: { step: Step; unit: Revenue['unit']; side: 'left' | 'right' }) => (
  <div className={`tip ${side}`}>
    <div className="t">
      <span>{nameOf(step.start, unit)}</span>
      <Usd amount={step.revenueUsd} />
    </div>
    <div>
      <span className="muted">{t.lightning}</span>
      <Usd amount={step.lightningUsd} />
    </div>
    <div>
      <span className="muted">{t.fees}</span>
      <span>{step.fees}</span>
    </div>
  </div>
)

/** The same for those who do not see the columns. */
const HiddenTable = ({ steps, unit }: ChartProps) => (
  <div className="sr-only">
    <table>
      <caption>{t.tableCaption({ unit })}</caption>
      <thead>
        <tr>
          <th scope="col">{t.period({ unit })}</th>
          <th scope="col">{t.revenue}</th>
          <th scope="col">{t.lightning}</th>
          <th scope="col">{t.fees}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ start, revenueUsd, lightningUsd, fees }) => (
          <tr key={start}>
            <th scope="row">{start}</th>
            <td>{formatUsd(revenueUsd)}</td>
            <td>{formatUsd(lightningUsd)}</td>
            <td>{fees}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const max = (a: bigint, b: bigint) => (a > b ? a : b)

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const nameOf = (start: string, unit: Revenue['unit']) =>
  (unit === 'day' ? dayName : monthName).format(new Date(`${start}T00:00:00Z`))

/** At most seven names below the line, evenly, the last one always. */
const marksOf = (steps: readonly Step[]) => {
  const every = Math.ceil(steps.length / 6)
  const last = steps.length - 1
  return steps.flatMap(({ start }, index) =>
    index === last || (index % every === 0 && last - index >= every / 2)
      ? [{ start, left: ((index + 0.5) / steps.length) * 100, isLast: index === last }]
      : [],
  )
}
