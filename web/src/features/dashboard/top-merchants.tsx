import { toCents } from '@bitquay/contract/money'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Table } from '../../ui/table.tsx'
import { ShareChange } from '../revenue/index.ts'
import * as t from './messages.ts'
import type { PlatformPeriod } from './use-dashboard.ts'

type TopMerchant = PlatformPeriod['topMerchants'][number]

/** Those with the most revenue in the period. */
export const TopMerchants = ({ merchants }: { merchants: readonly TopMerchant[] | undefined }) => (
  <Card
    title={t.topMerchants}
    note={
      <Link className="link small" to={portalPaths.admin.merchants}>
        {t.allMerchants}
      </Link>
    }
    bare
    aria-label={t.topMerchants}
  >
    {!merchants ? (
      <div className="pad">
        <SkeletonLines lines={5} />
      </div>
    ) : merchants.length === 0 ? (
      <p className="pad small quiet">{t.noFees}</p>
    ) : (
      <Table caption={t.topMerchantsCaption} phone="pairs" rows={merchants} keyOf={({ id }) => id} columns={columns} />
    )}
  </Card>
)

const columns: Parameters<typeof Table<TopMerchant>>[0]['columns'] = [
  {
    head: t.merchant,
    place: 'name',
    cell: ({ id, storeName }) => (
      <Link className="strong underlined" to={pathTo(portalPaths.admin.merchant, { merchantId: id })}>
        {storeName}
      </Link>
    ),
  },
  {
    head: t.recentDays,
    cell: ({ recentDaysUsd }) => (
      <Sparkline
        values={recentDaysUsd.map(Number)}
        label={t.inRecentDays({
          amount: formatUsd(recentDaysUsd.reduce((sum, usd) => sum + Number(usd), 0).toFixed(2)),
        })}
      />
    ),
  },
  { head: t.volume, numeric: true, place: 'note', cell: ({ volumeUsd }) => <Usd amount={volumeUsd} /> },
  {
    head: t.revenue,
    numeric: true,
    place: 'figure',
    cell: ({ revenueUsd }) => <Usd amount={revenueUsd} className="strong" />,
  },
  {
    head: t.change,
    numeric: true,
    place: 'change',
    cell: ({ revenueUsd, previousUsd }) => <ShareChange now={toCents(revenueUsd)} before={toCents(previousUsd)} />,
  },
]
