import {
  invoiceList,
  invoiceStateFilters,
  invoiceStates,
  invoiceStateWords,
  type ListedInvoice,
  wordOfInvoice,
} from '@bitquay/contract/invoices'
import { fromCents, toCents } from '@bitquay/contract/money'
import { type Selectable, sql } from 'kysely'
import { getMerchant } from '../people/index.ts'
import { countCap, type RowPage } from '../platform/db/sorted-rows.ts'
import { type PartSums, sumParts } from '../platform/db/sum-parts.ts'
import type { Invoices } from '../platform/db/types.ts'
import { formatCount, formatDay, formatUsd } from '../platform/http/statement-text.ts'
import { type QueryOf, serveList } from '../platform/lists/serve-list.ts'
import type { InvoiceNeighbors } from './invoice-neighbors.ts'
import { presentListedInvoice } from './present-invoice.ts'
import {
  inState,
  isOverdue,
  needsAttention,
  type ProgramFilter,
  programConditions,
  scopeOf,
  sortKeys,
  waysToFind,
} from './queries.list.ts'
import { addDetails, columnsOf, type ListDeps } from './queries.shown.ts'

type Owner = { merchantId: number; invoiceNeighbors: InvoiceNeighbors; publicUrl: string; program?: ProgramFilter }

/** "Counter, Lea". */
const tillOf = ({ createdBy }: ListedInvoice) =>
  createdBy?.type === 'till' ? [createdBy.name, createdBy.cashier].filter(Boolean).join(', ') : null

const describeState = (state: (typeof invoiceStateFilters)[number]) =>
  state === 'attention' ? 'Needs attention' : invoiceStateWords[state]

type Part = PartSums & { grossUsd: string; receivedUsd: string }

const figures = sql`count(*) as count, coalesce(sum(i.amount_usd), 0)::numeric(20, 2) as gross_usd,
  coalesce(sum(i.received_usd), 0)::numeric(20, 2) as received_usd`

export const invoices = serveList(invoiceList, {
  table: sql`invoices i`,
  alias: 'i',
  scope: ({ merchantId }: Owner) => scopeOf(merchantId),
  conditions: ({ merchantId, program }) => programConditions(merchantId, program),
  at: sql`i.created_at`,
  filters: {
    status: (status) => sql`i.status = ${status}`,
    state: (state, { invoiceNeighbors }) => inState(invoiceNeighbors, state),
  },
  ways: waysToFind,
  sorts: sortKeys,
  columns: ({ merchantId }) => columnsOf(merchantId),
  addDetails: (db, { merchantId, invoiceNeighbors }, rows) => addDetails({ db, invoiceNeighbors }, merchantId, rows),
  show: (row, { publicUrl }) => presentListedInvoice(row, publicUrl),
  file: {
    Status: wordOfInvoice,
    'Paid by': ({ paidBy }) => paidBy.join(', '),
    'Created by': ({ createdBy }) => createdBy && (createdBy.name ?? createdBy.type),
    Cashier: ({ createdBy }) => createdBy?.cashier,
  },
  /** Counts and totals by state, whatever state is filtered. Without a search they are exact. */
  summarize: async (db, { merchantId, invoiceNeighbors }, { state, ...others }, { where, numbered }) => {
    const isUrgent = needsAttention(invoiceNeighbors)
    // The index `invoices_by_state` has all that this reads without a search, if the states are named.
    const { rows } = await (others.search?.trim()
      ? sql<Part>`
          with counted as materialized (
            select found.place, i.state, i.amount_usd, i.received_usd, ${isUrgent} as needs_attention, ${isOverdue} as is_overdue
            from (${await numbered(others)}) found join invoices i on i.id = found.id
          )
          select i.state as part, ${figures} from counted i where i.place <= ${countCap} group by i.state
          union all select 'attention', ${figures} from counted i where i.place <= ${countCap} and i.needs_attention
          union all select 'overdue', ${figures} from counted i where i.place <= ${countCap} and i.is_overdue
          union all select 'more', count(*), 0, 0 from counted where place > ${countCap}
          union all select 'total', count(*), 0, 0 from invoices i where ${scopeOf(merchantId)}`
      : sql<Part>`
          select i.state as part, ${figures} from invoices i where ${where(others)} group by i.state
          union all select 'attention', ${figures} from invoices i where ${where(others)} and ${isUrgent}
          union all select 'overdue', ${figures} from invoices i where ${where(others)} and ${isOverdue}
          union all select 'total', count(*), 0, 0 from invoices i where ${scopeOf(merchantId)}`
    ).execute(db)
    const { total, counts, isExact } = sumParts(rows, invoiceStateFilters, undefined)
    // Invoices that need attention or are overdue are in another state, too.
    const { filtered, sumCents } = sumParts(rows, state === undefined ? invoiceStates : [state], undefined)
    return {
      total,
      filtered,
      grossUsd: fromCents(sumCents(({ grossUsd }) => grossUsd)),
      receivedUsd: fromCents(sumCents(({ receivedUsd }) => receivedUsd)),
      states: counts,
      exact: isExact,
      cap: countCap,
    }
  },
  statement: {
    title: 'Invoices',
    noun: 'invoice',
    ownerOf: async (db, { merchantId }) => (await getMerchant(db, merchantId)).storeName,
    describe: ({ state, status, search }) => [
      ...(state === undefined ? [] : [describeState(state)]),
      ...(status === undefined ? [] : [`Status: ${status}`]),
      ...(search ? [`Search: ${search}`] : []),
    ],
    columns: [
      { title: 'Customer', of: ({ customerName, customerEmail }) => customerName ?? customerEmail, width: 4.5 },
      { title: 'Description', of: ({ description }) => description, width: 5.5 },
      { title: 'Invoice ID', of: ({ invoiceId }) => invoiceId, width: 5 },
      { title: 'Till', of: tillOf, width: 3.5 },
      { title: 'Due date', of: ({ dueDate }) => dueDate && formatDay(new Date(dueDate)), width: 2.8 },
      { title: 'Status', of: wordOfInvoice, width: 2.5 },
      { title: 'Total', of: ({ amountUsd }) => formatUsd(amountUsd), width: 3.2, align: 'right' },
      { title: 'Received', of: ({ receivedUsd }) => formatUsd(receivedUsd), width: 3.2, align: 'right' },
    ],
    sums: {
      Total: ({ amountUsd }) => toCents(amountUsd ?? '0'),
      Received: ({ receivedUsd }) => toCents(receivedUsd),
    },
    totals: ({ filtered, grossUsd, receivedUsd }) => [
      {
        label: `All ${formatCount(filtered)} invoices`,
        values: { Total: formatUsd(grossUsd), Received: formatUsd(receivedUsd) },
      },
    ],
  },
})

/** Lists a merchant's invoices as they are saved. Programs filter by more. */
export const listInvoices = (
  { db, invoiceNeighbors }: ListDeps,
  merchantId: number,
  { orderId, customerEmail, metadata, ...query }: QueryOf<typeof invoiceList> & ProgramFilter,
  page: RowPage,
) => {
  const owner = { merchantId, invoiceNeighbors, publicUrl: '', program: { orderId, customerEmail, metadata } }
  return invoices.pick(db, owner, query, page, sql<Selectable<Invoices>>`i.*`)
}
