import { type RevenueRange, revenueRanges } from '@bitquay/contract/revenue'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import * as t from './messages.ts'
import { RevenueChart } from './revenue-chart.tsx'
import { useRevenue } from './use-revenue.ts'

/** On the dashboard, the three ranges that the page promises. */
export const RevenueOverview = () => {
  const [range, setRange] = useState<RevenueRange>('30D')
  return <RevenueCard title={t.overview} range={range} onRange={setRange} ranges={['7D', '30D', '90D']} span={8} />
}

type RevenueCardProps = {
  title: string
  range: RevenueRange
  onRange: (range: RevenueRange) => void
  ranges?: readonly RevenueRange[]
  span?: 8 | 12
}

export const RevenueCard = ({ title, range, onRange, ranges = revenueRanges, span = 12 }: RevenueCardProps) => {
  const { data: revenue, isError, isFetching, refetch } = useRevenue(range)
  return (
    <Card
      title={title}
      span={span}
      aria-label={title}
      note={
        <Segmented
          label={t.range}
          value={range}
          onChange={onRange}
          options={ranges.map((value) => ({ value, text: value }))}
        />
      }
    >
      {revenue ? (
        <>
          <div className="money text-2xl">
            <Usd amount={revenue.total.usd} />
          </div>
          <div className="small quiet">
            <Btc amount={revenue.total.btc} />
          </div>
          <RevenueChart steps={revenue.overTime} unit={revenue.unit} />
        </>
      ) : isError ? (
        <LoadError title={t.notLoadedTitle} sentence={t.notLoaded} reading={{ isFetching, refetch }} />
      ) : (
        <SkeletonLines lines={9} />
      )}
    </Card>
  )
}
