import { formatCount } from '../../lib/format-number.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Change, Tile, Tiles } from '../../ui/tile.tsx'
import './metrics-card.css'
import type { Dashboard } from './use-dashboard.ts'

/** The five figures. A change is told only where there is something to compare with. */
export const MetricsCard = ({ metrics }: { metrics: Dashboard['metrics'] | undefined }) => {
  const waiting = <Skeleton width="70%" height="1.25rem" />
  return (
    <Tiles className="five">
      <Tile
        label="Total Volume"
        figure={metrics ? <Usd amount={metrics.totalVolume} /> : waiting}
        note={against(metrics?.volumeGrowth)}
      />
      <Tile
        label="Platform Revenue"
        figure={metrics ? <Usd amount={metrics.totalPlatformRevenue} /> : waiting}
        note={against(metrics?.revenueGrowth)}
      />
      <Tile
        label="Active Merchants"
        figure={metrics ? formatCount(metrics.activeMerchants) : waiting}
        note={metrics?.newMerchants && `${formatCount(metrics.newMerchants)} new in 30 days`}
      />
      <Tile
        label="Total Payouts"
        figure={metrics ? <Usd amount={metrics.totalPayouts} /> : waiting}
        note={against(metrics?.payoutsGrowth)}
      />
      <Tile
        label="Wallet Balance"
        figure={metrics ? <Usd amount={metrics.totalWalletBalance.usd} /> : waiting}
        note={metrics && <Btc amount={metrics.totalWalletBalance.btc} />}
      />
    </Tiles>
  )
}

const against = (percent: number | undefined) =>
  percent === undefined ? undefined : (
    <>
      <Change percent={percent} /> vs 30 days before
    </>
  )
