import type { invoiceStateFilters } from '@bitquay/contract/invoices'
import { type RawBuilder, sql } from 'kysely'
import { ofMerchant, toSearchQuery } from '../platform/db/search-query.ts'
import { isSelective, type SortKey, type Way } from '../platform/db/sorted-rows.ts'
import { longestWords, ofDestination } from './destination-search.ts'
import type { InvoiceNeighbors } from './invoice-neighbors.ts'

/** What programs filter by. */
export type ProgramFilter = {
  orderId?: string | undefined
  customerEmail?: string | undefined
  metadata?: Record<string, string> | undefined
}

export const sortKeys: Record<'date' | 'gross', SortKey> = {
  date: { by: sql`i.created_at` },
  gross: { by: sql`i.amount_usd`, isNullable: true },
}

export const scopeOf = (merchantId: number) => sql`i.merchant_id = ${merchantId} and i.invoice_id is not null`

export const inState = (neighbors: InvoiceNeighbors, state: (typeof invoiceStateFilters)[number]) => {
  if (state === 'attention') return needsAttention(neighbors)
  return state === 'overdue' ? isOverdue : sql`i.state = ${state}`
}

/** The words are the ones of the index `invoices_overdue`. */
export const isOverdue = sql`(i.overdue_at is not null and i.status = 'new')`

/** The words are the ones of the indexes. */
export const programConditions = (
  merchantId: number,
  { orderId, customerEmail, metadata }: ProgramFilter = {},
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
export const needsAttention = ({ refunds }: InvoiceNeighbors) =>
  sql`(i.state in ('overpaid', 'paid-late', 'partially-paid') and i.dealt_with_at is null
  and not ${refunds.isOffered})`

/**
 * By ID, order, address or customer, complete or from the beginning, by words, and by anything that was ever issued to pay
 * it. Each way has its own index.
 */
export const waysToFind = (search: string, { merchantId }: { merchantId: number }): Way[] => {
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
