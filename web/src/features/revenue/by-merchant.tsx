import { Link } from 'react-router'
import { FirstRows } from '../../frame/first-rows.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import './revenue-tables.css'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

/** Revenue of the range by merchant, largest first. */
export const ByMerchant = ({ revenue }: { revenue: Revenue | undefined }) => (
  <Card title={t.byMerchant} note={revenue?.range} bare aria-label={t.byMerchant}>
    {!revenue ? (
      <div className="pad">
        <SkeletonLines lines={5} />
      </div>
    ) : revenue.byMerchant.length === 0 ? (
      <p className="pad small quiet">{t.noFees}</p>
    ) : (
      <div className="by-merchant">
        <FirstRows rows={revenue.byMerchant} few={10} label={t.showAllMerchants}>
          {(rows) => (
            <Table
              caption={t.byMerchantCaption}
              phone="blocks"
              rows={rows}
              keyOf={({ merchantId }) => merchantId}
              columns={columns}
            />
          )}
        </FirstRows>
      </div>
    )}
  </Card>
)

export const Money = ({ usd, btc }: { usd: string; btc: string }) => (
  <span className="amt to-right">
    <Usd amount={usd} />
    <Btc amount={btc} />
  </span>
)

const columns: Parameters<typeof Table<Revenue['byMerchant'][number]>>[0]['columns'] = [
  {
    head: t.store,
    cell: ({ merchantId, storeName }) => (
      <Link className="strong underlined" to={pathTo(portalPaths.admin.merchant, { merchantId })}>
        {storeName}
      </Link>
    ),
  },
  { head: t.fees, numeric: true, cell: ({ fees }) => formatCount(fees) },
  { head: t.revenue, numeric: true, cell: (row) => <Money {...row.revenue} /> },
  { head: t.partnerShare, numeric: true, cell: (row) => <Money {...row.partnerShare} /> },
]
