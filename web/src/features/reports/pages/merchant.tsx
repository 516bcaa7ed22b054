import { decimalsOf, findUnits, fromUnits } from '@bitquay/contract/money'
import { getReport, type Report, type ReportName } from '@bitquay/contract/tills.reports'
import { useQueries } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { readRange, withRange } from '../../../frame/list-surface/address-view.ts'
import { Page } from '../../../frame/page.tsx'
import { Price } from '../../../frame/price.tsx'
import { withFilter } from '../../../lib/address-filters.ts'
import { dayOf, formatTime } from '../../../lib/format-date.ts'
import { formatPrice } from '../../../lib/format-price.ts'
import { queryOf } from '../../../lib/query-client.ts'
import { useTimeZone } from '../../../lib/time-zone.ts'
import { useAddressParams } from '../../../lib/use-address-params.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { daysOf } from '../../../ui/list-surface/date-presets.ts'
import { DateRangeChip } from '../../../ui/list-surface/date-range-chip.tsx'
import { FilterChip } from '../../../ui/list-surface/filter-chip.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useTills } from '../../tills/index.ts'
import { HourBars } from '../hour-bars.tsx'
import * as t from '../messages.ts'
import { ReportTable } from '../report-table.tsx'
import '../reports.css'

const shown: readonly ReportName[] = ['hours', 'items', 'tax', 'tills', 'cashiers', 'months']

/** What the tills sold in a period. The address of the page holds the filters. */
const ReportsPage = () => {
  const [params, change] = useAddressParams()
  const tz = useTimeZone()
  const today = dayOf(useNow(60_000))
  const range =
    params.has('range') || params.has('from') ? readRange(params, today) : ({ preset: 'this-month' } as const)
  const { data: tills = [] } = useTills()
  const filter = {
    ...daysOf(range, today),
    tz,
    ...Object.fromEntries(
      ['tillId', 'cashierId', 'currency'].flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])),
    ),
  }
  const queries = useQueries({
    queries: shown.map((report) => queryOf(getReport, { params: { report }, query: filter })),
  })
  const set = (name: string) => (value: string) => change((before) => withFilter(before, name, value))
  const chip = (name: string, label: string, options: { value: string; text: string }[]) =>
    options.length > 1 && (
      <FilterChip label={label} value={params.get(name) ?? undefined} options={options} onChange={set(name)} />
    )
  const reports = queries.flatMap(({ data }) => data ?? [])
  const [first] = reports
  const failed = queries.find(({ isError }) => isError)
  return (
    <Page
      actions={
        <Button icon={<Printer className="ico" aria-hidden="true" />} onClick={() => print()}>
          {t.print}
        </Button>
      }
    >
      <Card>
        <div className="cluster between gap-2">
          <span className="cluster gap-2">
            <DateRangeChip
              range={range}
              today={today}
              onChange={(next) => change((before) => withRange(before, next))}
            />
            {chip(
              'tillId',
              t.till,
              tills.map(({ id, name }) => ({ value: String(id), text: name })),
            )}
            {chip(
              'cashierId',
              t.cashier,
              tills.flatMap(({ cashiers }) => cashiers.map(({ id, name }) => ({ value: String(id), text: name }))),
            )}
            {chip(
              'currency',
              t.currency,
              (first?.currencies ?? []).map((code) => ({ value: code, text: code })),
            )}
          </span>
          {first && <span className="small muted">{t.age({ zone: tz, time: formatTime(first.at) })}</span>}
        </div>
      </Card>
      {failed ? (
        <LoadError card title={t.notLoadedTitle} sentence={t.notLoaded} reading={failed} />
      ) : reports.length < shown.length || !first ? (
        <Card>
          <SkeletonLines lines={8} />
        </Card>
      ) : first.rows.length === 0 ? (
        <Card>
          <EmptyState scene="berths" title={t.empty} sentence={t.emptyNext} />
        </Card>
      ) : (
        <Reports reports={reports} query={filter} />
      )}
    </Page>
  )
}

const Reports = ({ reports, query }: { reports: Report[]; query: Record<string, unknown> }) => {
  const [hours, items, tax, tills, cashiers, months] = reports as [Report, Report, Report, Report, Report, Report]
  const sales = [{ figure: 'items', head: t.sales }] as const
  return (
    <>
      <Chain report={hours} />
      <div className="c12 report-split stack gap-4">
        <div className="column gap-4">
          <HourBars report={hours} />
          <ReportTable
            {...{ name: 'items', title: t.byItem, head: t.item, nameless: t.customAmount, report: items, query }}
            columns={[{ figure: 'sold', head: t.sold }, ...sales]}
          />
        </div>
        <div className="column gap-4">
          <ReportTable
            {...{ name: 'tax', title: t.taxSummary, head: t.rate, nameless: t.noTax, report: tax, query }}
            columns={[...sales, { figure: 'tax', head: t.tax }]}
          />
          <ReportTable
            {...{ name: 'tills', title: t.byTill, head: t.till, nameless: '', report: tills, query }}
            columns={sales}
          />
          <ReportTable
            {...{
              name: 'cashiers',
              title: t.byCashier,
              head: t.cashier,
              nameless: t.noCashier,
              report: cashiers,
              query,
            }}
            columns={[{ figure: 'tips', head: t.tips }, ...sales]}
          />
        </div>
      </div>
      <ReportTable
        {...{ name: 'months', title: t.byMonth, head: t.month, nameless: '', report: months, query }}
        formatName={writeMonth}
        columns={[
          { figure: 'items', head: t.itemsSold },
          { figure: 'tax', head: t.salesTax },
          { figure: 'tips', head: t.tips },
          { figure: 'fees', head: t.fees },
          { figure: 'received', head: t.received },
        ]}
      />
    </>
  )
}

const writeMonth = (month: string) =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Items sold + sales tax + tips − fees = you received. */
const Chain = ({ report: { total, currency } }: { report: Report }) => {
  const decimals = decimalsOf(currency)
  const paid = [total.items, total.tax, total.tips].reduce(
    (sum, amount) => sum + (findUnits(amount, decimals) ?? 0n),
    0n,
  )
  const links: { sign: string; label: string; amount: string; note: ReactNode }[] = [
    { sign: '', label: t.itemsSold, amount: total.items, note: t.itemsNote({ count: total.sold }) },
    { sign: '+', label: t.salesTax, amount: total.tax, note: t.taxNote },
    { sign: '+', label: t.tips, amount: total.tips, note: t.tipsNote },
    { sign: '−', label: t.fees, amount: total.fees, note: t.feesNote },
    {
      ...{ sign: '=', label: t.received, amount: total.received },
      note: t.receivedNote({ amount: formatPrice(fromUnits(paid, decimals), currency) }),
    },
  ]
  return (
    <section className="card c12 report-chain stack">
      {links.map(({ sign, label, amount, note }) => (
        <div key={label} className="column">
          {sign && <span className="sign muted">{sign}</span>}
          <span className="stencil">{label}</span>
          <span className="money text-xl">
            <Price amount={amount} currency={currency} />
          </span>
          <small className="small muted">{note}</small>
        </div>
      ))}
    </section>
  )
}

export default ReportsPage
