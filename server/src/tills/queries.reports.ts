import { decimalsOf, findUnits, fromUnits } from '@bitquay/contract/money'
import type { Report, ReportFilter, ReportName, ReportRow } from '@bitquay/contract/tills.reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'
import type { CsvColumn } from '../platform/http/csv.ts'
import { trimToCurrency } from './trim-to-currency.ts'

type Read = { name: string | null; sold: bigint; items: string; tax: string; tips: string; fees: string }

/** Sums the paid sales of a merchant's tills. Every report of one filter ends in the same total. */
export const readReport = async (
  db: Db,
  merchantId: number,
  name: ReportName,
  filter: ReportFilter,
): Promise<Report> => {
  const currencies = await readCurrencies(db, merchantId)
  const currency = filter.currency ?? currencies[0] ?? 'USD'
  const paid = paidSales(merchantId, currency, filter)
  const isByLine = name === 'items' || name === 'tax'
  const rows = isByLine
    ? await readLines(db, paid, name, decimalsOf(currency))
    : await readSales(db, paid, groups(filter.tz)[name], name)
  const [total] = await readSales(db, paid, sql`null::text`, 'tills')
  const { rows: clock } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
  const shown = (row: Read) => present(row, currency)
  const { name: _, ...whole } = shown(total ?? none)
  return {
    ...{ currency, currencies },
    rows: rows.map((row) => (isByLine ? { ...shown(row), tips: null, fees: null, received: null } : shown(row))),
    total: whole,
    at: (clock[0]?.now ?? new Date()).toISOString(),
  }
}

const none: Read = { name: null, sold: 0n, items: '0', tax: '0', tips: '0', fees: '0' }

const present = ({ name, sold, items, tax, tips, fees }: Read, currency: string) => {
  const decimals = decimalsOf(currency)
  const units = (amount: string) => findUnits(trimToCurrency(amount, currency), decimals) ?? 0n
  const shown = (amount: bigint) => fromUnits(amount, decimals)
  return {
    ...{ name, sold: Number(sold), items: shown(units(items)), tax: shown(units(tax)) },
    ...{ tips: shown(units(tips)), fees: shown(units(fees)) },
    received: shown(units(items) + units(tax) + units(tips) - units(fees)),
  }
}

/** The currencies of a merchant's tills, the one with the most sales in 90 days first. */
const readCurrencies = async (db: Db, merchantId: number): Promise<string[]> => {
  const { rows } = await sql<{ currency: string }>`
    select t.currency from tills t where t.merchant_id = ${merchantId} group by t.currency
    order by (select count(*) from till_sales s where s.merchant_id = ${merchantId} and s.currency = t.currency
      and s.created_at > app_now() - interval '90 days') desc, min(t.id)`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** What a paid sale was before tax, and its part of our fees in its own currency. */
const paidSales = (merchantId: number, currency: string, filter: ReportFilter) => {
  const conditions = [
    sql`s.merchant_id = ${merchantId}`,
    sql`s.currency = ${currency}`,
    sql`i.state in ('paid', 'overpaid', 'paid-late')`,
    ...(filter.tillId === undefined ? [] : [sql`s.till_id = ${filter.tillId}`]),
    ...(filter.cashierId === undefined ? [] : [sql`h.cashier_id = ${filter.cashierId}`]),
    ...inPeriod(sql`s.created_at`, filter),
  ]
  return sql`
    select s.id, s.till_id, h.cashier_id, s.created_at, s.lines, s.subtotal, s.discount, s.prices_include_tax,
      s.subtotal - s.discount - case when s.prices_include_tax then s.tax else 0 end as items, s.tax, s.tip,
      round(coalesce(s.total * f.share, 0), ${decimalsOf(currency)}::integer) as fee,
      (select sum((l ->> 'quantity')::integer) from jsonb_array_elements(s.lines) l) as sold
    from till_sales s join invoices i on i.id = s.invoice_ref left join till_shifts h on h.id = s.shift_id
      left join lateral (
        select sum(t.fee_sats) / (nullif(sum(t.amount), 0) * 100000000) as share from transactions t
        where t.invoice_id = i.invoice_id and t.type = 'incoming' and t.booked) f on true
    where ${sql.join(conditions, sql` and `)}`
}

type SalesReport = Exclude<ReportName, 'items' | 'tax'>

/** What rows of a report are named by. */
const groups = (tz = 'UTC'): Record<SalesReport, RawBuilder<unknown>> => ({
  tills: sql`(select t.name from tills t where t.id = p.till_id)`,
  cashiers: sql`(select c.name from till_cashiers c where c.id = p.cashier_id)`,
  hours: sql`to_char(p.created_at at time zone ${tz}, 'HH24')`,
  months: sql`to_char(p.created_at at time zone ${tz}, 'YYYY-MM')`,
})

const readSales = async (db: Db, paid: RawBuilder<unknown>, group: RawBuilder<unknown>, name: SalesReport) => {
  const order = { tills: sql`3 desc, 1`, cashiers: sql`3 desc, 1`, hours: sql`1`, months: sql`1 desc` }[name]
  const { rows } = await sql<Read>`
    select g.name, coalesce(sum(g.sold), 0)::bigint as sold, sum(g.items) as items, sum(g.tax) as tax, sum(g.tip) as tips,
      sum(g.fee) as fees
    from (select p.*, ${group} as name from (${paid}) p) g group by g.name order by ${order}`.execute(db)
  return rows
}

/**
 * By line. A sale of before lines kept their part of the discount gets it by its place, so that the parts add up to the
 * whole.
 */
const readLines = async (db: Db, paid: RawBuilder<unknown>, name: 'items' | 'tax', decimals: number) => {
  const group = name === 'items' ? sql`l.name` : sql`(l.tax ->> 'name') || ' ' || (l.tax ->> 'percent') || '%'`
  const { rows } = await sql<Read>`
    select name, sum(quantity)::bigint as sold, sum(amount - discount - case when included then tax else 0 end) as items,
      sum(tax) as tax, '0' as tips, '0' as fees
    from (
      select ${group} as name, l.quantity, l.price * l.quantity as amount, coalesce((l.tax ->> 'amount')::numeric, 0) as tax,
        p.prices_include_tax as included,
        coalesce(l.discount, round(p.discount * l.until / p.subtotal, ${decimals}::integer)
          - round(p.discount * (l.until - l.price * l.quantity) / p.subtotal, ${decimals}::integer)) as discount
      from (${paid}) p, lateral (
        select x.*, sum(x.price * x.quantity) over (order by x.place) as until
        from jsonb_array_elements(p.lines) with ordinality as e (line, place),
          lateral (select e.line ->> 'name' as name, (e.line ->> 'price')::numeric as price, e.place,
            (e.line ->> 'quantity')::integer as quantity, (e.line ->> 'discount')::numeric as discount,
            e.line -> 'tax' as tax) x) l) lines
    group by name order by items desc, name`.execute(db)
  return rows
}

export const reportColumns: readonly CsvColumn<ReportRow>[] = [
  { title: 'Name', of: ({ name }) => name ?? '' },
  { title: 'Sold', of: ({ sold }) => sold },
  { title: 'Items sold', of: ({ items }) => items },
  { title: 'Sales tax', of: ({ tax }) => tax },
  { title: 'Tips', of: ({ tips }) => tips },
  { title: 'Fees', of: ({ fees }) => fees },
  { title: 'You received', of: ({ received }) => received },
]
