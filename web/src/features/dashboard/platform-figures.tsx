import { toCents } from '@bitquay/contract/money'
import { formatCount } from '../../lib/format-number.ts'
import { FigureRow, RowFigure } from '../../ui/figure-row.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangeOf } from '../received/index.ts'
import * as t from './messages.ts'
import type { PlatformPeriod } from './use-dashboard.ts'

type PlatformFiguresProps = {
  /** Undefined until known. */
  period: PlatformPeriod | undefined
  revenue: { now: string; before: string }
}

/** Volume, revenue, payouts and merchants of one period, each with the same comparison. */
export const PlatformFigures = ({ period, revenue }: PlatformFiguresProps) => (
  <FigureRow columns={4}>
    <Figure name={t.totalVolume} now={period?.now.volumeUsd} before={period?.before.volumeUsd} />
    <Figure name={t.platformRevenue} {...revenue} />
    <Figure name={t.totalPayouts} now={period?.now.payoutsUsd} before={period?.before.payoutsUsd} />
    <RowFigure name={t.activeMerchants} figure={period ? formatCount(period.activeMerchants) : waiting}>
      {period &&
        t.newMerchants({
          count: formatCount(period.now.newMerchants),
          before: formatCount(period.before.newMerchants),
        })}
    </RowFigure>
  </FigureRow>
)

const waiting = <Skeleton width="70%" height="1.25rem" />

type FigureProps = { name: string; now: string | undefined; before: string | undefined }

const Figure = ({ name, now, before }: FigureProps) => (
  <RowFigure name={name} figure={now === undefined ? waiting : <Usd amount={now} />}>
    {now !== undefined && before !== undefined && (
      <ChangeOf now={toCents(now)} before={toCents(before)} isFallBad={false} />
    )}
  </RowFigure>
)
