import { decimalsOf, findUnits, fromUnits } from '@bitquay/contract/money'
import { exportReport, getReport, type Report, type ReportName } from '@bitquay/contract/tills.reports'
import { useQueries } from '@tanstack/react-query'
import { ChevronDown, Download, FileSpreadsheet, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { readRange, withRange } from '../../../frame/list-surface/address-view.ts'
import { Page } from '../../../frame/page.tsx'
import { Price } from '../../../frame/price.tsx'
import { withFilter } from '../../../lib/address-filters.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { download } from '../../../lib/download.ts'
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
import { Menu, MenuItem } from '../../../ui/list-surface/menu.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
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
        <>
          <Button icon={<Printer className="ico" aria-hidden="true" />} onClick={() => print()}>
            {t.print}
          </Button>
          <ExportMenu query={filter} />
        </>
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
          {first && <span className="small muted">{t.age({ zone: cityOf(tz), time: formatTime(first.at) })}</span>}
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
        <Reports reports={reports} month={today.slice(0, 7)} />
      )}
    </Page>
  )
}

/** "America/New_York" is New York time. */
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

const titles: Record<ReportName, string> = {
  ...{ hours: t.byHour, items: t.byItem, tax: t.taxSummary },
  ...{ tills: t.byTill, cashiers: t.byCashier, months: t.byMonth },
}

/** Each report is a file of its own, with the filters of the page. */
const ExportMenu = ({ query }: { query: Record<string, unknown> }) => {
  const save = (report: ReportName) =>
    download(exportReport, { params: { report }, query }).catch((error: unknown) =>
      toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.exportFailed) }),
    )
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="signal" icon={<Download className="ico" aria-hidden="true" />}>
          {t.exportCsv}
          <ChevronDown className="ico" aria-hidden="true" />
        </Button>
      }
    >
      {shown.map((report) => (
        <MenuItem
          key={report}
          icon={<FileSpreadsheet className="ico" aria-hidden="true" />}
          onSelect={() => void save(report)}
        >
          {titles[report]}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** All reports. `month` is the one that isn't over. */
const Reports = ({ reports, month }: { reports: Report[]; month: string }) => {
  const [hours, items, tax, tills, cashiers, months] = reports as [Report, Report, Report, Report, Report, Report]
  const sales = [{ figure: 'items', head: t.sales }] as const
  const refunds = isZero(hours.total.refunds) ? [] : [{ figure: 'refunds', head: t.refunds } as const]
  const tipped = cashiers.rows.filter(({ name, tips }) => name !== null && !isZero(tips ?? '0')).length
  return (
    <>
      <Chain report={hours} tipped={tipped} />
      <div className="c12 report-split stack gap-4">
        <div className="column gap-4">
          <HourBars report={hours} />
          <ReportTable
            {...{ title: titles.items, head: t.item, nameless: t.customAmount, report: items }}
            note={t.mostFirst}
            bars
            columns={[{ figure: 'sold', head: t.sold }, ...sales]}
          />
        </div>
        <div className="column gap-4">
          <ReportTable
            {...{ title: titles.tax, head: t.rate, nameless: t.noTax, report: tax }}
            columns={[...sales, { figure: 'tax', head: t.tax }]}
          />
          <ReportTable
            {...{ title: titles.tills, head: t.till, nameless: '', report: tills }}
            columns={[...refunds, ...sales]}
          />
          <ReportTable
            {...{ title: titles.cashiers, head: t.cashier, nameless: t.noCashier, report: cashiers }}
            columns={[{ figure: 'tips', head: t.tips }, ...refunds, ...sales]}
          />
        </div>
      </div>
      <ReportTable
        {...{ title: titles.months, head: t.month, nameless: '', report: months }}
        formatName={(name) => (name === month ? t.soFar({ month: writeMonth(name) }) : writeMonth(name))}
        bars
        columns={[
          { figure: 'items', head: t.itemsSold },
          { figure: 'tax', head: t.salesTax, onlyDesk: true },
          { figure: 'tips', head: t.tips, onlyDesk: true },
          { figure: 'fees', head: t.fees, onlyDesk: true },
          { figure: 'received', head: t.received },
        ]}
      />
    </>
  )
}

const isZero = (amount: string) => !/[1-9]/.test(amount)

const writeMonth = (month: string) =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Items sold + sales tax + tips − fees = you received, all after refunds. */
const Chain = ({ report: { total, currency }, tipped }: { report: Report; tipped: number }) => {
  const decimals = decimalsOf(currency)
  const paid = [total.items, total.tax, total.tips, total.refunds].reduce(
    (sum, amount) => sum + (findUnits(amount, decimals) ?? 0n),
    0n,
  )
  const hasRefunds = !isZero(total.refunds)
  const amount = formatPrice(fromUnits(paid, decimals), currency)
  const refunds = formatPrice(total.refunds, currency)
  const links: { sign: string; label: string; amount: string; note: ReactNode }[] = [
    {
      ...{ sign: '', label: t.itemsSold, amount: total.items },
      note: hasRefunds ? t.itemsAfterRefunds({ count: total.sold }) : t.itemsNote({ count: total.sold }),
    },
    { sign: '+', label: t.salesTax, amount: total.tax, note: t.taxNote },
    { sign: '+', label: t.tips, amount: total.tips, note: tipped > 0 ? t.tipsFor({ count: tipped }) : t.tipsNote },
    { sign: '−', label: t.fees, amount: total.fees, note: t.feesNote },
    {
      ...{ sign: '=', label: t.received, amount: total.received },
      note: hasRefunds ? t.receivedAfterRefunds({ amount, refunds }) : t.receivedNote({ amount }),
    },
  ]
  return (
    <section className="card c12 report-chain stack">
      {links.map(({ sign, label, amount: shownAmount, note }) => (
        <div key={label} className="column">
          {/* Also without a sign it has its place, so that on a phone the words stay at the left. */}
          <span className="sign muted" aria-hidden="true">
            {sign}
          </span>
          <span className="stencil">{label}</span>
          <span className="figure money text-xl">
            <Price amount={shownAmount} currency={currency} />
          </span>
          <small className="small muted">{note}</small>
        </div>
      ))}
    </section>
  )
}

export default ReportsPage
