import { formatShare } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import * as t from './messages.ts'
import type { PartnerDashboard } from './use-partner.ts'

/** What the platform earns, and how the pool is divided. */
export const PlatformCard = ({ stats }: { stats: PartnerDashboard['platformStats'] }) => {
  const mine = Math.round(stats.myShare * 10_000) / 100
  const others = Math.max(0, Math.round((stats.sharesHeld - mine) * 100) / 100)
  const rest = Math.max(0, Math.round((100 - stats.sharesHeld) * 100) / 100)
  return (
    <Card title={t.platformOverview} span={5} aria-label={t.platformOverview}>
      <div className="column full-height between gap-5">
        <Sums
          rows={[
            { name: t.totalPlatformRevenue, value: <Usd amount={stats.totalPlatformRevenue} /> },
            { name: t.totalPartnerBalances, value: <Usd amount={stats.totalPartnerBalances} /> },
            { name: t.yourShareOfPool, value: formatShare(mine) },
          ]}
        />
        <LoadBar
          parts={[
            { name: t.you, figure: formatShare(mine), weight: mine, look: 'solid' },
            {
              name: t.otherPartners({ count: stats.activePartners - 1 }),
              figure: formatShare(others),
              weight: others,
              look: 'outlined',
            },
            ...(rest >= 0.1
              ? [{ name: t.platform, figure: formatShare(rest), weight: rest, look: 'dashed' as const }]
              : []),
          ]}
        />
      </div>
    </Card>
  )
}
