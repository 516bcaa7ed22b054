import type { invoiceFilter, invoiceSort } from '@bitquay/contract/invoices'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { inPeriod } from '../platform/db/period.ts'
import { ofMerchant, toSearchQuery } from '../platform/db/search-query.ts'
import {
  countCap,
  cutPage,
  isSelective,
  type ListedRows,
  numberedRows,
  pageRows,
  type RowPage,
  type SortKey,
  sortingOf,
  type Way,
} from '../platform/db/sorted-rows.ts'
import type { PartSums } from '../platform/db/sum-parts.ts'
import type { Invoices } from '../platform/db/types.ts'
import { longestWords, ofDestination } from './destination-search.ts'
import type { InvoiceNeighbors } from './invoice-neighbors.ts'

export type InvoiceFilter = z.output<z.ZodObject<typeof invoiceFilter>>
export type InvoiceQuery = InvoiceFilter & ProgramFilter & { sort?: z.output<typeof invoiceSort> }

/** What programs filter by. */
type ProgramFilter = {
  orderId?: string | undefined
  customerEmail?: string | undefined
  metadata?: Record<string, string> | undefined
}

export type ListDeps = Pick<Deps, 'db' | 'invoiceNeighbors'>

/** Lists a merchant's invoices. */
export const listInvoices = (deps: ListDeps, merchantId: number, query: InvoiceQuery, page: RowPage) =>
  readPage(deps, merchantId, query, page, sql<Selectable<Invoices>>`i.*`)

/** Reads these columns of a page of invoices. */
export const readPage = async <Row extends { id: number }>(
  { db, invoiceNeighbors }: ListDeps,
  merchantId: number,
  { sort = '-date', ...filter }: InvoiceQuery,
  { limit, ...from }: RowPage,
  columns: RawBuilder<Row>,
): Promise<{ rows: Row[]; next: string | undefined }> => {
  const page = { limit: limit + 1, ...from }
  const list = invoicesOf(invoiceNeighbors, merchantId, filter)
  const { rows } = await sql<Row>`${pageRows(columns, list, sortingOf(sort, sortKeys), page)}`.execute(db)
  return cutPage(rows, limit)
}

export const sortKeys: Record<'date' | 'gross', SortKey> = {
  date: { by: sql`i.created_at` },
  gross: { by: sql`i.amount_usd`, isNullable: true },
}

export const scopeOf = (merchantId: number) => sql`i.merchant_id = ${merchantId} and i.invoice_id is not null`

const invoicesOf = (
  neighbors: InvoiceNeighbors,
  merchantId: number,
  filter: InvoiceFilter & ProgramFilter,
): ListedRows => ({
  table: sql`invoices i`,
  alias: sql`i`,
  id: sql`i.id`,
  scope: scopeOf(merchantId),
  conditions: [...conditionsOf(neighbors, filter), ...programConditions(merchantId, filter)],
  ways: filter.search?.trim() ? waysToFind(merchantId, filter.search.trim()) : undefined,
})

const conditionsOf = (
  neighbors: InvoiceNeighbors,
  { status, state, ...filter }: InvoiceFilter,
): RawBuilder<unknown>[] => [
  ...(status === undefined ? [] : [sql`i.status = ${status}`]),
  ...(state === undefined ? [] : [inState(neighbors, state)]),
  ...inPeriod(sql`i.created_at`, filter),
]

const inState = (neighbors: InvoiceNeighbors, state: NonNullable<InvoiceFilter['state']>) => {
  if (state === 'attention') return needsAttention(neighbors)
  return state === 'overdue' ? isOverdue : sql`i.state = ${state}`
}

/** The words are the ones of the index `invoices_overdue`. */
const isOverdue = sql`(i.overdue_at is not null and i.status = 'new')`

/** The words are the ones of the indexes. */
const programConditions = (
  merchantId: number,
  { orderId, customerEmail, metadata }: ProgramFilter,
): RawBuilder<unknown>[] => [
  ...(orderId === undefined ? [] : [sql`i.metadata ? 'orderId' and i.metadata ->> 'orderId' = ${orderId}`]),
  ...(customerEmail === undefined
    ? []
    : [sql`i.customer_email is not null and lower(i.customer_email) = ${customerEmail.toLowerCase()}`]),
  ...(metadata === undefined || Object.keys(metadata).length === 0
    ? []
    : [
        sql`i.metadata <> '{}'
          and invoice_notes(i.merchant_id, i.metadata) @> invoice_notes(${merchantId}, ${JSON.stringify(metadata)}::jsonb)`,
      ]),
]

/**
 * Nobody has decided what to do about the payment. An offered refund is a decision as long as it can be claimed. The
 * words are the ones of the index `invoices_attention`.
 */
const needsAttention = ({ refunds }: InvoiceNeighbors) =>
  sql`(i.state in ('overpaid', 'paid-late', 'partially-paid') and i.dealt_with_at is null
  and not ${refunds.isOffered})`

/**
 * By ID, order, address or customer, complete or from the beginning, by words, and by anything that was ever issued to pay
 * it. Each way has its own index.
 */
const waysToFind = (merchantId: number, search: string): Way[] => {
  if (search.length > longestWords) return [ofDestination(search, merchantId)]
  const start = beginningWith(search)
  const words = isCode(search) ? undefined : toSearchQuery(search)
  return [
    ...[
      sql`i.invoice_id like ${start}`,
      sql`i.bitcoin_address like ${start}`,
      sql`lower(i.customer_email) like ${start.toLowerCase()}`,
    ].map((condition) => ({ condition, isSelective: isSelective(search) })),
    ofOrder(search),
    ofDestination(search, merchantId),
    ...(words ? [{ condition: hasWords(merchantId, words) }] : []),
  ]
}

/** The shortest address has 26 characters. No word is so long, and none would be found. */
const isCode = (search: string) => /^[A-Za-z0-9]{26,}$/.test(search)

/** The shop's own number of an order, from its beginning. Four characters of it leave few rows. */
export const ofOrder = (search: string): Way => ({
  condition: sql`i.metadata ? 'orderId' and lower(i.metadata ->> 'orderId') like ${beginningWith(search.toLowerCase())}`,
  isSelective: search.length >= 4,
})

export const hasWords = (merchantId: number, words: string) =>
  sql`(i.customer_name is not null or i.description is not null)
    and invoice_words(i.merchant_id, i.customer_name, i.description) @@ ${ofMerchant(words, merchantId)}::tsquery`

export const beginningWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

type Part = PartSums & { grossUsd: string; receivedUsd: string }

const figures = sql`count(*) as count, coalesce(sum(i.amount_usd), 0)::numeric(20, 2) as gross_usd,
  coalesce(sum(i.received_usd), 0)::numeric(20, 2) as received_usd`

/** Reads counts and totals by state, of rows that need attention or are overdue, and the number of all rows without any filter. */
export const readInvoiceSums = async (
  { db, invoiceNeighbors }: ListDeps,
  merchantId: number,
  filter: InvoiceFilter,
) => {
  const { state: _state, ...others } = filter
  const { rows } = await (others.search?.trim()
    ? sumFound(invoiceNeighbors, merchantId, others)
    : sumAll(invoiceNeighbors, merchantId, others)
  ).execute(db)
  return rows
}

/** The index `invoices_by_state` has all that this reads, if the states are named. */
const sumAll = (neighbors: InvoiceNeighbors, merchantId: number, filter: InvoiceFilter) => {
  const where = sql.join([scopeOf(merchantId), ...conditionsOf(neighbors, filter)], sql` and `)
  return sql<Part>`
    select i.state as part, ${figures} from invoices i where ${where} group by i.state
    union all select 'attention', ${figures} from invoices i where ${where} and ${needsAttention(neighbors)}
    union all select 'overdue', ${figures} from invoices i where ${where} and ${isOverdue}
    union all ${countRows(merchantId)}`
}

const sumFound = (neighbors: InvoiceNeighbors, merchantId: number, filter: InvoiceFilter) => sql<Part>`
  with counted as materialized (
    select found.place, i.state, i.amount_usd, i.received_usd, ${needsAttention(neighbors)} as needs_attention, ${isOverdue} as is_overdue
    from (${numberedRows(invoicesOf(neighbors, merchantId, filter), sortingOf('-date', sortKeys))}) found join invoices i on i.id = found.id
  )
  select i.state as part, ${figures} from counted i where i.place <= ${countCap} group by i.state
  union all select 'attention', ${figures} from counted i where i.place <= ${countCap} and i.needs_attention
  union all select 'overdue', ${figures} from counted i where i.place <= ${countCap} and i.is_overdue
  union all select 'more', count(*), 0, 0 from counted where place > ${countCap}
  union all ${countRows(merchantId)}`

const countRows = (merchantId: number) =>
  sql`select 'total', count(*), 0, 0 from invoices i where ${scopeOf(merchantId)}`
