import { fromCents } from '@bitquay/contract/money'
import type { CSSProperties } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Usd } from '../../ui/figures.tsx'
import type { Day } from '../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../ui/money-text.ts'
import { useActiveColumn } from '../../ui/use-active-column.ts'
import type { Bucket } from './add-up-days.ts'
import * as t from './messages.ts'
import { nameBucket, nameColumn } from './name-days.ts'
import './received-chart.css'
import { type Scale, scaleChart } from './scale-chart.ts'

/** Up to this many columns are blocks with a figure above each. More are solid. */
const mostBlocks = 14

type ReceivedChartProps = {
  buckets: readonly Bucket[]
  /** The same places one period before. Empty until known. */
  previous: readonly Bucket[]
  today: Day
  daysPerBucket: number
}

/** Columns on the quay line. It is for the eye and the keyboard, and a table carries the same. */
export const ReceivedChart = ({ buckets, previous, today, daysPerBucket }: ReceivedChartProps) => {
  const describe = (place: number) => {
    const bucket = buckets[place]
    return bucket ? `${nameBucket(bucket, daysPerBucket)}: ${sentenceOf(bucket)}` : ''
  }
  const { active, plot } = useActiveColumn(daysPerBucket === 1 ? t.chart : t.chartByWeek, buckets.length, describe)
  const tallest = [...buckets.map(({ gross, pending }) => gross + pending), ...previous.map(({ gross }) => gross)]
  const scale = scaleChart(tallest.reduce((most, cents) => (cents > most ? cents : most), 0n))
  const isEmpty = buckets.every(({ gross, pending }) => gross + pending === 0n)
  const shown = active === undefined ? undefined : buckets[active]
  return (
    <div
      className={classNames('bars stack mt-2', buckets.length > mostBlocks && 'bars--many', isEmpty && 'bars--empty')}
    >
      <div className="axis tiny quiet" aria-hidden="true">
        <span style={{ bottom: 0 }}>$0</span>
        {!isEmpty && scale.lines.map((cents) => <AxisLabel key={cents} cents={cents} scale={scale} />)}
      </div>
      <div className="plot stack" {...plot}>
        {!isEmpty &&
          scale.lines.map((cents) => (
            <span key={cents} className="grid-line ruled" style={{ bottom: scale.heightOf(cents) }} />
          ))}
        {buckets.map((bucket, place) => (
          <Column
            key={bucket.from}
            bucket={bucket}
            previousCents={previous[place]?.gross ?? 0n}
            scale={scale}
            isNow={bucket.to === today}
            isActive={place === active}
            hasFigure={buckets.length <= mostBlocks}
            isBerth={isEmpty}
          />
        ))}
        {shown && active !== undefined && (
          <Tip
            bucket={shown}
            previous={previous[active]}
            daysPerBucket={daysPerBucket}
            isWeek={buckets.length === 7 && daysPerBucket === 1}
            place={((active + 0.5) / buckets.length) * 100}
            bottom={Math.min(170, scale.heightOf(shown.gross + shown.pending) + 30)}
          />
        )}
      </div>
      <Labels buckets={buckets} today={today} daysPerBucket={daysPerBucket} />
    </div>
  )
}

const AxisLabel = ({ cents, scale }: { cents: bigint; scale: Scale }) => (
  <span style={{ bottom: scale.heightOf(cents) }}>{writeAxis(cents)}</span>
)

/** "$1.5K", and "$0.60" below a dollar. */
const writeAxis = (cents: bigint) => {
  if (cents % 100n > 0n) return formatUsd(fromCents(cents))
  return `$${(cents / 100n).toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 1 })}`
}

type ColumnProps = {
  bucket: Bucket
  previousCents: bigint
  scale: Scale
  isNow: boolean
  isActive: boolean
  hasFigure: boolean
  /** Nothing was received at all: a free place for each day. */
  isBerth: boolean
}

const Column = ({ bucket, previousCents, scale, isNow, isActive, hasFigure, isBerth }: ColumnProps) => {
  const { gross, pending } = bucket
  const solidPx = visible(scale.heightOf(gross), gross, 2)
  const pendingPx = visible(scale.heightOf(pending), pending, 6)
  const bracketPx = scale.heightOf(previousCents)
  const topPx = solidPx + pendingPx
  const meets = previousCents > 0n && bracketPx > topPx - 4 && bracketPx < topPx + 24
  return (
    <div className={classNames('col', isNow && 'now in-signal', isActive && 'is-on')} aria-hidden="true">
      {isBerth && <i className="berth" />}
      {!isBerth && gross + pending === 0n && <i className="zero" />}
      {gross > 0n && <i className="solid" style={{ height: solidPx }} />}
      {pending > 0n && <i className="wait" style={{ height: pendingPx, bottom: solidPx }} />}
      {previousCents > 0n && <i className="prev" style={{ bottom: bracketPx }} />}
      {hasFigure && gross + pending > 0n && (
        <span
          className={gross > 0n ? 'val small medium' : 'val small medium quiet'}
          style={{ bottom: (meets ? bracketPx : topPx) + 4 }}
        >
          {wholeDollars(gross > 0n ? gross : pending)}
        </span>
      )}
    </div>
  )
}

/** Even a trace is drawn. */
const visible = (px: number, cents: bigint, leastPx: number) => (cents > 0n ? Math.max(leastPx, px) : 0)

const wholeDollars = (cents: bigint) => `$${((cents + 50n) / 100n).toLocaleString('en-US')}`

type LabelsProps = Pick<ReceivedChartProps, 'buckets' | 'today' | 'daysPerBucket'>

/** A name below each column. Many columns share a few. */
const Labels = ({ buckets, today, daysPerBucket }: LabelsProps) => {
  const every = buckets.length <= mostBlocks ? 1 : Math.ceil(buckets.length / 6)
  return (
    <div
      className="labels stack small muted"
      aria-hidden="true"
      style={{ '--columns': buckets.length } as CSSProperties}
    >
      {buckets.map((bucket, place) => {
        const isNow = bucket.to === today && daysPerBucket === 1
        const fromLast = buckets.length - 1 - place
        const isNamed = fromLast % every === 0
        return (
          <span
            key={bucket.from}
            className={classNames('lab flex nowrap', isNow && 'now ink strong', (fromLast / every) % 2 === 1 && 'odd')}
          >
            {isNamed && (isNow ? t.today : nameColumn(bucket.from, buckets.length === 7 && daysPerBucket === 1))}
          </span>
        )
      })}
    </div>
  )
}

type TipProps = {
  bucket: Bucket
  previous: Bucket | undefined
  daysPerBucket: number
  isWeek: boolean
  /** The middle of the column, in percent of the width. */
  place: number
  bottom: number
}

const Tip = ({ bucket, previous, daysPerBucket, isWeek, place, bottom }: TipProps) => (
  <div
    className="tip chart-tip small"
    aria-hidden="true"
    style={{ left: `${place}%`, translate: `-${place}% 0`, bottom, '--at': `${place}%` } as CSSProperties}
  >
    <b>{nameBucket(bucket, daysPerBucket)}</b>
    <dl className="stack">
      <dt>{t.grossOf({ count: bucket.count })}</dt>
      <dd className="medium to-right">
        <Usd amount={fromCents(bucket.gross)} />
      </dd>
      <dt>{t.fees}</dt>
      <dd className="medium to-right">
        <Usd amount={fromCents(-bucket.fees)} />
      </dd>
      <dt className="rule">{t.net}</dt>
      <dd className="rule medium to-right">
        <Usd amount={fromCents(bucket.net)} />
      </dd>
      {bucket.pending > 0n && (
        <>
          <dt>{t.pending}</dt>
          <dd className="medium to-right">
            <Usd amount={fromCents(bucket.pending)} />
          </dd>
        </>
      )}
      {previous && (
        <>
          <dt>{isWeek ? t.weekdayBefore({ weekday: nameColumn(previous.from, true, 'long') }) : t.periodBefore}</dt>
          <dd className="medium to-right">
            <Usd amount={fromCents(previous.gross)} />
          </dd>
        </>
      )}
    </dl>
  </div>
)

const sentenceOf = ({ count, gross, fees, net, pending }: Bucket) =>
  [
    `${t.grossOf({ count })} ${formatUsd(fromCents(gross))}`,
    `${t.fees} ${formatUsd(fromCents(fees))}`,
    `${t.net} ${formatUsd(fromCents(net))}`,
    ...(pending > 0n ? [`${t.pending} ${formatUsd(fromCents(pending))}`] : []),
  ].join(', ')
