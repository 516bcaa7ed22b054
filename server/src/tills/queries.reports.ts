import { decimalsOf, findUnits, fromUnits } from '@bitquay/contract/money'
import type { Report, ReportFilter, ReportName, ReportRow } from '@bitquay/contract/tills.reports'
import { type RawBuilder, sql } from 'kysely'
import { getMerchantDetails } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'
import type { CsvColumn } from '../platform/http/csv.ts'
import { refundsOfSale } from './queries.sales.ts'
import { trimToCurrency } from './trim-to-currency.ts'

type Read = {
  name: string | null
  sold: bigint
  items: string
  tax: string
  tips: string
  fees: string
  refunds: string
}

/** Sums the paid sales of a merchant's tills, less what was refunded. Every report of one filter ends in the same total. */
export const readReport = async (
  db: Db,
  merchantId: number,
  name: ReportName,
  asked: ReportFilter,
): Promise<Report> => {
  const { dayEndsHour } = await getMerchantDetails(db, merchantId)
  const filter = { ...asked, dayEndsHour }
  const currencies = await readCurrencies(db, merchantId)
  const currency = filter.currency ?? currencies[0] ?? 'USD'
  const decimals = decimalsOf(currency)
  const moments = salesAndRefunds(merchantId, currency, filter)
  const isByLine = name === 'items' || name === 'tax'
  const rows = isByLine
    ? await readLines(db, moments, name, decimals)
    : await readSales(db, moments, groups(filter)[name], name, decimals)
  const [total] = await readSales(db, moments, sql`null::text`, 'tills', decimals)
  const { rows: clock } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
  const shown = (row: Read) => present(row, currency)
  const { name: _, ...whole } = shown(total ?? none)
  return {
    ...{ currency, currencies },
    rows: rows.map((row) => (isByLine ? { ...shown(row), ...onlyOfSales } : shown(row))),
    total: whole,
    dayEndsHour,
    at: (clock[0]?.now ?? new Date()).toISOString(),
  }
}

/** A sale after midnight counts for the day before, until the business day ends. */
type BusinessFilter = ReportFilter & { dayEndsHour: number }

const onlyOfSales = { tips: null, fees: null, received: null, refunds: null }

const none: Read = { name: null, sold: 0n, items: '0', tax: '0', tips: '0', fees: '0', refunds: '0' }

const present = ({ name, sold, items, tax, tips, fees, refunds }: Read, currency: string) => {
  const decimals = decimalsOf(currency)
  const units = (amount: string) => findUnits(trimToCurrency(amount, currency), decimals) ?? 0n
  const shown = (amount: bigint) => fromUnits(amount, decimals)
  return {
    ...{ name, sold: Number(sold), items: shown(units(items)), tax: shown(units(tax)) },
    ...{ tips: shown(units(tips)), fees: shown(units(fees)) },
    received: shown(units(items) + units(tax) + units(tips) - units(fees)),
    refunds: shown(units(refunds)),
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

/**
 * What happened in the period: paid sales, and refunds of sales when they were paid, so that a month that is over doesn't
 * change. Each is a part of its sale, from one share of it to another. A sale is all of it, and a refund takes off what
 * it is of items, tax and tip alike. Our fees stay.
 */
const salesAndRefunds = (merchantId: number, currency: string, filter: BusinessFilter) => {
  const ofSale = sql`s.id, s.till_id, h.cashier_id, s.created_at, s.lines, s.subtotal, s.discount, s.prices_include_tax, s.tax,
    s.tip, s.total, s.subtotal - s.discount - case when s.prices_include_tax then s.tax else 0 end as items`
  const conditions = [
    sql`s.merchant_id = ${merchantId}`,
    sql`s.currency = ${currency}`,
    sql`i.state in ('paid', 'overpaid', 'paid-late')`,
    ...(filter.tillId === undefined ? [] : [sql`s.till_id = ${filter.tillId}`]),
    ...(filter.cashierId === undefined ? [] : [sql`h.cashier_id = ${filter.cashierId}`]),
  ]
  const where = (more: readonly RawBuilder<unknown>[]) => sql.join([...conditions, ...more], sql` and `)
  return sql`
    select ${ofSale}, s.created_at as at, 1 as sign, 0::bigint as before_sats, 1::bigint as after_sats, 1::bigint as whole_sats,
      round(coalesce(s.total * f.share, 0), ${decimalsOf(currency)}::integer) as fee
    from till_sales s join invoices i on i.id = s.invoice_ref left join till_shifts h on h.id = s.shift_id
      left join lateral (
        select sum(t.fee_sats) / (nullif(sum(t.amount), 0) * 100000000) as share from transactions t
        where t.invoice_id = i.invoice_id and t.type = 'incoming' and t.booked) f on true
    where ${where(inPeriod(sql`s.created_at`, filter))}
    union all
    select ${ofSale}, r.paid_at, -1, r.before_sats, r.after_sats, r.whole_sats, 0
    from refunds f join invoices i on i.invoice_id = f.invoice_id join till_sales s on s.invoice_ref = i.id
      left join till_shifts h on h.id = s.shift_id, lateral ${refundsOfSale} r
    where ${where([sql`f.merchant_id = ${merchantId} and f.status = 'paid' and r.id = f.id`, ...inPeriod(sql`f.paid_at`, filter)])}`
}

/** The part of an amount of a sale up to a share of it, in the currency's smallest unit. */
const upTo = (amount: RawBuilder<unknown>, share: RawBuilder<unknown>, decimals: number) =>
  sql`round(${amount} * ${share}, ${decimals}::integer)`

// Divided after the multiplication, which loses no digits.
const [before, after] = [sql`p.before_sats / p.whole_sats`, sql`p.after_sats / p.whole_sats`]

/** What a sale or refund is of an amount of its sale, negative for a refund. */
const partOf = (amount: RawBuilder<unknown>, decimals: number) =>
  sql`p.sign * (${upTo(amount, after, decimals)} - ${upTo(amount, before, decimals)})`

type SalesReport = Exclude<ReportName, 'items' | 'tax'>

/** What rows of a report are named by. An hour is the one of the sale: it says when people buy. */
const groups = ({ tz = 'UTC', dayEndsHour }: BusinessFilter): Record<SalesReport, RawBuilder<unknown>> => ({
  tills: sql`(select t.name from tills t where t.id = p.till_id)`,
  cashiers: sql`(select c.name from till_cashiers c where c.id = p.cashier_id)`,
  hours: sql`to_char(p.created_at at time zone ${tz}, 'HH24')`,
  months: sql`to_char(p.at at time zone ${tz} - make_interval(hours => ${dayEndsHour}), 'YYYY-MM')`,
})

const readSales = async (
  db: Db,
  moments: RawBuilder<unknown>,
  group: RawBuilder<unknown>,
  name: SalesReport,
  decimals: number,
) => {
  const order = { tills: sql`3 desc, 1`, cashiers: sql`3 desc, 1`, hours: sql`1`, months: sql`1 desc` }[name]
  const part = (amount: RawBuilder<unknown>) => partOf(amount, decimals)
  const { rows } = await sql<Read>`
    select g.name, coalesce(sum(g.sold), 0)::bigint as sold, sum(g.whole - g.tax - g.tip) as items, sum(g.tax) as tax,
      sum(g.tip) as tips, sum(g.fee) as fees, sum(case when g.sign < 0 then -g.whole else 0 end) as refunds
    from (
      select p.sign, p.fee, ${group} as name, ${part(sql`p.total`)} as whole, ${part(sql`p.tax`)} as tax,
        ${part(sql`p.tip`)} as tip,
        case when p.sign > 0 then (select sum((l ->> 'quantity')::integer) from jsonb_array_elements(p.lines) l) end as sold
      from (${moments}) p) g
    group by g.name order by ${order}`.execute(db)
  return rows
}

/**
 * By line. A sale of before lines kept their part of the discount gets it by its place. So does each line its part of a
 * refund: it is what the refund of this line and those before it is more than of those before it. So parts add up to the
 * whole.
 */
const readLines = async (db: Db, moments: RawBuilder<unknown>, name: 'items' | 'tax', decimals: number) => {
  const group = name === 'items' ? sql`l.name` : sql`(l.tax ->> 'name') || ' ' || (l.tax ->> 'percent') || '%'`
  const itemsAt = (share: RawBuilder<unknown>) =>
    sql`(${upTo(sql`p.total`, share, decimals)} - ${upTo(sql`p.tax`, share, decimals)} - ${upTo(sql`p.tip`, share, decimals)})`
  const part = (until: RawBuilder<unknown>, share: (of: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`(${upTo(until, share(after), decimals)} - ${upTo(until, share(before), decimals)})`
  const itemsShare = (share: RawBuilder<unknown>) => sql`${itemsAt(share)} / nullif(p.items, 0)`
  const { rows } = await sql<Read>`
    select name, sum(quantity)::bigint as sold, coalesce(sum(items), 0) as items, sum(tax) as tax, '0' as tips, '0' as fees,
      '0' as refunds
    from (
      select ${group} as name, case when p.sign > 0 then l.quantity else 0 end as quantity,
        p.sign * (${part(sql`l.items_until`, itemsShare)} - ${part(sql`(l.items_until - l.items)`, itemsShare)}) as items,
        p.sign * (${part(sql`l.tax_until`, (share) => share)} - ${part(sql`(l.tax_until - l.tax_amount)`, (share) => share)}) as tax
      from (${moments}) p, lateral (
        select y.*, sum(y.items) over (order by y.place) as items_until, sum(y.tax_amount) over (order by y.place) as tax_until
        from (
          select x.*, x.amount - case when p.prices_include_tax then x.tax_amount else 0 end
            - coalesce(x.discount, round(p.discount * x.until / p.subtotal, ${decimals}::integer)
              - round(p.discount * (x.until - x.amount) / p.subtotal, ${decimals}::integer)) as items
          from (
            select e.place, e.line ->> 'name' as name, (e.line ->> 'quantity')::integer as quantity, e.line -> 'tax' as tax,
              (e.line ->> 'discount')::numeric as discount, coalesce((e.line #>> '{tax,amount}')::numeric, 0) as tax_amount,
              (e.line ->> 'price')::numeric * (e.line ->> 'quantity')::integer as amount,
              sum((e.line ->> 'price')::numeric * (e.line ->> 'quantity')::integer) over (order by e.place) as until
            from jsonb_array_elements(p.lines) with ordinality as e (line, place)) x) y) l) lines
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
  { title: 'Refunds', of: ({ refunds }) => refunds },
]
