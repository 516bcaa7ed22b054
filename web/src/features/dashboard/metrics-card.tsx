import { fillMessage } from '../../lib/fill-message.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Change, Tile, Tiles } from '../../ui/tile.tsx'
import './metrics-card.css'
import * as t from './messages.ts'
import type { Dashboard } from './use-dashboard.ts'

/** Five figures. A change is shown only if there is something to compare with. */
export const MetricsCard = ({ metrics }: { metrics: Dashboard['metrics'] | undefined }) => {
  const waiting = <Skeleton width="70%" height="1.25rem" />
  return (
    <Tiles className="five">
      <Tile
        label={t.totalVolume}
        figure={metrics ? <Usd amount={metrics.totalVolume} /> : waiting}
        note={against(metrics?.volumeGrowth)}
      />
      <Tile
        label={t.platformRevenue}
        figure={metrics ? <Usd amount={metrics.totalPlatformRevenue} /> : waiting}
        note={against(metrics?.revenueGrowth)}
      />
      <Tile
        label={t.activeMerchants}
        figure={metrics ? formatCount(metrics.activeMerchants) : waiting}
        note={metrics?.newMerchants && t.newMerchants({ count: metrics.newMerchants })}
      />
      <Tile
        label={t.totalPayouts}
        figure={metrics ? <Usd amount={metrics.totalPayouts} /> : waiting}
        note={against(metrics?.payoutsGrowth)}
      />
      <Tile
        label={t.walletBalance}
        figure={metrics ? <Usd amount={metrics.totalWalletBalance.usd} /> : waiting}
        note={metrics && <Btc amount={metrics.totalWalletBalance.btc} />}
      />
    </Tiles>
  )
}

const against = (percent: number | undefined) =>
  percent === undefined ? undefined : fillMessage(t.vsPrevious, { change: <Change percent={percent} /> })
