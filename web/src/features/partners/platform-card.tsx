import { formatShare } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import type { PartnerDashboard } from './use-partner.ts'

/** What the platform earns, and how the pool is divided. */
export const PlatformCard = ({ stats }: { stats: PartnerDashboard['platformStats'] }) => {
  const mine = Math.round(stats.myShare * 10_000) / 100
  const others = Math.max(0, Math.round((stats.sharesHeld - mine) * 100) / 100)
  const rest = Math.max(0, Math.round((100 - stats.sharesHeld) * 100) / 100)
  return (
    <Card title="Platform revenue overview" span={5} aria-label="Platform revenue overview">
      <div className="flex h-full flex-col justify-between gap-5">
        <Sums
          rows={[
            { name: 'Total platform revenue', value: <Usd amount={stats.totalPlatformRevenue} /> },
            { name: 'Total partner balances', value: <Usd amount={stats.totalPartnerBalances} /> },
            { name: 'My share of the pool', value: formatShare(mine) },
          ]}
        />
        <LoadBar
          parts={[
            { name: 'You', figure: formatShare(mine), weight: mine, look: 'solid' },
            { name: othersText(stats.activePartners), figure: formatShare(others), weight: others, look: 'outlined' },
            ...(rest >= 0.1
              ? [{ name: 'Platform', figure: formatShare(rest), weight: rest, look: 'dashed' as const }]
              : []),
          ]}
        />
      </div>
    </Card>
  )
}

const othersText = (active: number) => (active === 2 ? 'One other partner' : 'Other partners')
