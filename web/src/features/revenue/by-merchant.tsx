import { fromCents, toCents } from '@bitquay/contract/money'
import { Link } from 'react-router'
import { FirstRows } from '../../frame/first-rows.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Table } from '../../ui/table.tsx'
import { ShareChange } from './change-in-percent.tsx'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

type Row = {
  kind: 'merchant' | 'others' | 'total'
  merchantId: number
  name: string
  revenue: bigint
  before: bigint
  partners: bigint
}

/** Revenue of the period by merchant, largest first. The last row is the total, equal to the head of the page. */
export const ByMerchant = ({ revenue, span }: { revenue: Revenue; span: string }) => {
  const merchants = revenue.byMerchant.map(
    (row): Row => ({
      kind: 'merchant',
      merchantId: row.merchantId,
      name: row.storeName,
      revenue: toCents(row.revenue.usd),
      before: toCents(row.previousUsd),
      partners: toCents(row.partnerShare.usd),
    }),
  )
  return (
    <Card title={t.byMerchant} note={span} bare aria-label={t.byMerchant}>
      {merchants.length === 0 && revenue.total.usd === '0.00' ? (
        <p className="pad small quiet">{t.noFees}</p>
      ) : (
        <FirstRows rows={merchants} few={10} label={t.showAllMerchants}>
          {(rows) => (
            <Table
              caption={t.byMerchantCaption}
              phone="pairs"
              rows={[...rows, ...restOf(revenue, merchants.slice(rows.length)), totalOf(revenue)]}
              keyOf={({ kind, merchantId }) => `${kind} ${merchantId}`}
              columns={columns}
              isTotal={({ kind }) => kind === 'total'}
            />
          )}
        </FirstRows>
      )}
    </Card>
  )
}

/** One row for all that have none, so that the rows add up to the total. */
const restOf = ({ others }: Revenue, hidden: readonly Row[]): Row[] => {
  const sum = (of: (row: Row) => bigint, usd: string) => hidden.reduce((all, row) => all + of(row), toCents(usd))
  const rest: Row = {
    kind: 'others',
    merchantId: 0,
    name: t.others({ count: others.merchants + hidden.length }),
    revenue: sum((row) => row.revenue, others.revenueUsd),
    before: sum((row) => row.before, others.previousUsd),
    partners: sum((row) => row.partners, others.partnerShareUsd),
  }
  return rest.revenue === 0n && rest.before === 0n && rest.partners === 0n ? [] : [rest]
}

const totalOf = ({ byMerchant, others, total, previousSum, partners }: Revenue): Row => ({
  kind: 'total',
  merchantId: 0,
  name: t.merchants({ count: byMerchant.length + others.merchants }),
  revenue: toCents(total.usd),
  before: toCents(previousSum.revenueUsd),
  partners: toCents(partners.earned.usd),
})

const columns: Parameters<typeof Table<Row>>[0]['columns'] = [
  {
    head: t.merchant,
    place: 'name',
    cell: ({ kind, merchantId, name }) =>
      kind === 'merchant' ? (
        <Link className="strong underlined" to={pathTo(portalPaths.admin.merchant, { merchantId })}>
          {name}
        </Link>
      ) : (
        <span className={kind === 'total' ? 'strong' : 'muted'}>{name}</span>
      ),
  },
  { head: t.revenue, numeric: true, place: 'figure', cell: ({ revenue }) => <Usd amount={fromCents(revenue)} /> },
  {
    head: t.before,
    numeric: true,
    cell: ({ before }) => (before === 0n ? <span className="quiet">—</span> : <Usd amount={fromCents(before)} />),
  },
  {
    head: t.change,
    numeric: true,
    place: 'change',
    cell: (row) => <ShareChange now={row.revenue} before={row.before} />,
  },
  {
    head: t.toPartners,
    numeric: true,
    place: 'note',
    cell: ({ partners }) => (
      <>
        <span className="only-phone quiet">{t.toPartners} </span>
        <Usd amount={fromCents(partners)} />
      </>
    ),
  },
]
