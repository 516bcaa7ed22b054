import { fromCents } from '@bitquay/contract/money'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { dayOf } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Day, writeRange } from '../../ui/list-surface/plain-date.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { addUp, type Bucket, groupDays } from './add-up-days.ts'
import { ChoosePeriod } from './choose-period.tsx'
import * as t from './messages.ts'
import { nameBucket } from './name-days.ts'
import './received-card.css'
import { ReceivedChart } from './received-chart.tsx'
import { ReceivedFigures, StoreFigures } from './received-figures.tsx'
import {
  lengthOf,
  type Period,
  type PeriodChoice,
  periodOf,
  previousOf,
  readPeriod,
  writePeriod,
} from './received-period.ts'
import { scaleChart } from './scale-chart.ts'
import { useReceived } from './use-received.ts'
import '../../ui/chart-key.css'

/** Longer periods are drawn by week. */
const mostColumns = 92

type ReceivedCardProps = {
  /** An admin looks at this merchant, whose fees are named. */
  store?: { merchantId: number; fees: string | undefined }
  /** Above a list, whose filters have the address for themselves: the period that it begins with. */
  aboveList?: PeriodChoice
}

/** What was received in a period, against the one before. The period rules the figures and the chart. */
export const ReceivedCard = ({ store, aboveList }: ReceivedCardProps) => {
  const [params, setParams] = useSearchParams()
  const [own, chooseOwn] = useState(aboveList)
  const today = dayOf(useNow(60_000))
  const choice = own ?? readPeriod(params)
  const period = periodOf(choice, today)
  const received = useReceived(period, store?.merchantId)
  const range = writePeriodDays(period, today)
  const hasBefore = received.previous.data?.some(({ payments }) => payments.count > 0)
  return (
    <section className="card received" aria-label={t.received}>
      <header className="cluster between gap-y-0.5 gap-x-3">
        <h2>{t.received}</h2>
        <span className="note only-desk">
          {hasBefore ? t.against({ range, previous: writePeriodDays(previousOf(period), today) }) : range}
        </span>
        <ChoosePeriod
          choice={choice}
          period={period}
          today={today}
          onChoose={(next) =>
            own ? chooseOwn(next) : setParams(writePeriod(next), { replace: true, preventScrollReset: true })
          }
        />
        {!store && !aboveList && (
          <ButtonLink
            size="sm"
            to={portalPaths.merchant.transactions}
            state={{ figures: choice }}
            icon={<ChartColumn className="ico" aria-hidden="true" />}
          >
            {t.analytics}
          </ButtonLink>
        )}
      </header>
      <Body period={period} today={today} store={store} {...received} />
    </section>
  )
}

const writePeriodDays = ({ from, to }: Period, today: Day) => writeRange(from, to, today)

type BodyProps = { period: Period; today: Day; store: ReceivedCardProps['store'] } & ReturnType<typeof useReceived>

const Body = ({ period, today, store, current, previous }: BodyProps) => {
  if (!current.data) {
    return current.isError ? (
      <LoadError title={t.receivedFailedTitle} sentence={t.receivedFailed} reading={current} />
    ) : (
      <div className="pad">
        <SkeletonLines lines={9} />
      </div>
    )
  }
  const daysPerBucket = lengthOf(period) > mostColumns ? 7 : 1
  const buckets = groupDays(current.data, period, daysPerBucket)
  const before = previous.data ? groupDays(previous.data, previousOf(period), daysPerBucket) : []
  const sums = { now: addUp(buckets), before: previous.data && addUp(before) }
  const isOld = current.isPlaceholderData || previous.isPlaceholderData
  return (
    <div className={classNames('received-body', isOld && 'is-old')} aria-busy={isOld || undefined}>
      {store ? <StoreFigures {...sums} fees={store.fees} /> : <ReceivedFigures {...sums} />}
      <div className="plot-pad">
        <ReceivedChart buckets={buckets} previous={before} today={today} daysPerBucket={daysPerBucket} />
        <Legend buckets={buckets} before={before} today={today} days={lengthOf(period)} />
        <ReceivedTable buckets={buckets} before={before} daysPerBucket={daysPerBucket} />
      </div>
    </div>
  )
}

type LegendProps = { buckets: readonly Bucket[]; before: readonly Bucket[]; today: Day; days: number }

const Legend = ({ buckets, before, today, days }: LegendProps) => {
  const { gross, pending } = addUp(buckets)
  const hasBefore = before.some((bucket) => bucket.gross > 0n)
  if (gross + pending === 0n && !hasBefore) return <p className="small quiet mt-3">{t.noPaymentsYet}</p>
  const tallest = [...buckets.map((bucket) => bucket.gross + bucket.pending), ...before.map((bucket) => bucket.gross)]
  const { unitCents } = scaleChart(tallest.reduce((most, cents) => (cents > most ? cents : most), 0n))
  return (
    <ul className="load-legend">
      <li>
        <span className="chart-key" aria-hidden="true" />
        {t.eachBlock({ amount: formatUsd(fromCents(unitCents)).replace(/\.00$/, '') })}
      </li>
      {buckets.at(-1)?.to === today && (
        <li>
          <span className="chart-key now" aria-hidden="true" />
          {t.todaySoFar}
        </li>
      )}
      {pending > 0n && (
        <li>
          <span className="chart-key wait" aria-hidden="true" />
          {t.pendingTotal({ amount: formatUsd(fromCents(pending)) })}
        </li>
      )}
      {hasBefore && (
        <li>
          <span className="chart-key prev" aria-hidden="true" />
          {t.before({ days })}
        </li>
      )}
    </ul>
  )
}

type TableProps = { buckets: readonly Bucket[]; before: readonly Bucket[]; daysPerBucket: number }

/** The same for screen readers. */
const ReceivedTable = ({ buckets, before, daysPerBucket }: TableProps) => (
  <div className="sr-only">
    <table>
      <caption>{t.table}</caption>
      <thead>
        <tr>
          {[t.day, t.gross, t.fees, t.net, t.pending, t.payments, t.previous].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket, place) => (
          <tr key={bucket.from}>
            <th scope="row">{nameBucket(bucket, daysPerBucket)}</th>
            {[bucket.gross, bucket.fees, bucket.net, bucket.pending].map((cents, index) => (
              <td key={index}>{formatUsd(fromCents(cents))}</td>
            ))}
            <td>{formatCount(bucket.count)}</td>
            <td>{formatUsd(fromCents(before[place]?.gross ?? 0n))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
