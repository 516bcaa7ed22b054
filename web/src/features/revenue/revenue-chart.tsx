import { toCents } from '@bitquay/contract/money'
import type { CSSProperties } from 'react'
import { formatCount } from '../../lib/format-number.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { useActiveColumn } from '../../ui/use-active-column.ts'
import { formatStep, scaleOf } from './chart-scale.ts'
import './revenue-chart.css'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'
import '../../ui/chart-key.css'

type Step = Revenue['overTime'][number]
type ChartProps = { steps: readonly Step[]; unit: Revenue['unit'] }
type RevenueChartProps = ChartProps & { today: string }

/**
 * Solid columns on the quay line. A dark bracket marks the same place one period before. The last column is still growing
 * if it is today's.
 */
export const RevenueChart = ({ steps, unit, today }: RevenueChartProps) => {
  const { active, plot } = useActiveColumn(t.chart({ unit }), steps.length, (column) => describe(steps[column], unit))
  const tallest = steps.reduce(
    (most, { revenueUsd, previousUsd }) => max(most, max(toCents(revenueUsd), toCents(previousUsd))),
    0n,
  )
  const isCurrent = unit === 'month' || steps.at(-1)?.start === today
  const hasBefore = steps.some(({ previousUsd }) => toCents(previousUsd) > 0n)
  if (tallest === 0n) return <NothingYet steps={steps} unit={unit} />
  const { stepCents, topCents } = scaleOf(tallest)
  const heightOf = (cents: bigint) => `${Number((max(cents, 0n) * 10_000n) / topCents) / 100}%`
  const shown = active === undefined ? undefined : steps[active]
  return (
    <>
      <div className="revenue stack">
        <div className="y flex between tiny quiet" aria-hidden="true">
          {[0n, 1n, 2n, 3n].map((line) => (
            <span key={String(line)}>{formatStep(line * stepCents)}</span>
          ))}
        </div>
        <div className={steps.length > 40 ? 'plot tight flex' : 'plot flex'} {...plot}>
          {steps.map((step, index) => {
            const before = toCents(step.previousUsd)
            return (
              <div
                key={step.start}
                className={classNames(
                  'b column grow at-end full-height min-w-0',
                  isCurrent && index === steps.length - 1 && 'now in-signal',
                  index === active && 'hi',
                )}
              >
                <i
                  className={toCents(step.revenueUsd) > 0n ? undefined : 'zero'}
                  style={{ height: heightOf(toCents(step.revenueUsd)) }}
                />
                {before > 0n && <b style={{ bottom: heightOf(before) }} />}
              </div>
            )
          })}
          {shown && active !== undefined && <Tip step={shown} unit={unit} at={((active + 0.5) / steps.length) * 100} />}
        </div>
        <div className="x tiny quiet" aria-hidden="true">
          {marksOf(steps).map(({ start, left, isLast }) => (
            <span key={start} {...(isLast ? { className: 'last' } : { style: { left: `${left}%` } })}>
              {isLast && isCurrent ? (unit === 'day' ? t.today : t.now) : nameOf(start, unit)}
            </span>
          ))}
        </div>
      </div>
      <ul className="load-legend" aria-hidden="true">
        <li>
          <span className="chart-key" />
          {t.perUnit({ unit })}
        </li>
        {isCurrent && (
          <li>
            <span className="chart-key now" />
            {t.lastSoFar({ unit })}
          </li>
        )}
        {hasBefore && (
          <li>
            <span className="chart-key prev" />
            {t.stepsBefore({ unit, count: String(steps.length) })}
          </li>
        )}
      </ul>
      <HiddenTable steps={steps} unit={unit} />
    </>
  )
}

const describe = (step: Step | undefined, unit: Revenue['unit']) =>
  step
    ? t.columnText({
        period: nameOf(step.start, unit),
        revenue: formatUsd(step.revenueUsd),
        previous: formatUsd(step.previousUsd),
        fees: step.fees,
      })
    : ''

/** A scale needs something to measure. */
const NothingYet = (chart: ChartProps) => (
  <>
    <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />
    <HiddenTable {...chart} />
  </>
)

/** Beside its column, on the side with more room. */
const Tip = ({ step, unit, at }: { step: Step; unit: Revenue['unit']; at: number }) => (
  <dl
    className={at < 50 ? 'tip revenue-tip right small' : 'tip revenue-tip left small'}
    style={{ '--at': `${at}%` } as CSSProperties}
  >
    <div className="strong">
      <dt>{nameOf(step.start, unit)}</dt>
      <dd>{formatUsd(step.revenueUsd)}</dd>
    </div>
    <div>
      <dt>{t.before}</dt>
      <dd>{formatUsd(step.previousUsd)}</dd>
    </div>
    <div>
      <dt>{t.fees}</dt>
      <dd>{formatCount(step.fees)}</dd>
    </div>
  </dl>
)

/** The same figures for screen readers. */
const HiddenTable = ({ steps, unit }: ChartProps) => (
  <div className="sr-only">
    <table>
      <caption>{t.tableCaption({ unit })}</caption>
      <thead>
        <tr>
          <th scope="col">{t.period({ unit })}</th>
          <th scope="col">{t.revenue}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.lightning}</th>
          <th scope="col">{t.fees}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ start, revenueUsd, previousUsd, lightningUsd, fees }) => (
          <tr key={start}>
            <th scope="row">{nameOf(start, unit)}</th>
            <td>{formatUsd(revenueUsd)}</td>
            <td>{formatUsd(previousUsd)}</td>
            <td>{formatUsd(lightningUsd)}</td>
            <td>{formatCount(fees)}</td>
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

/** At most seven names below the line, evenly spaced, always with the last one. */
const marksOf = (steps: readonly Step[]) => {
  const every = Math.ceil(steps.length / 6)
  const last = steps.length - 1
  return steps.flatMap(({ start }, index) =>
    index === last || (index % every === 0 && last - index >= every / 2)
      ? [{ start, left: ((index + 0.5) / steps.length) * 100, isLast: index === last }]
      : [],
  )
}
