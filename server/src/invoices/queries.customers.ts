import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { ofMerchant, toSearchQuery } from '../platform/db/search-query.ts'
import { isSelective, type ListedRows, sortedRows, sortingOf } from '../platform/db/sorted-rows.ts'
import { beginningWith, hasWords, scopeOf, sortKeys } from './queries.list.ts'

export type CustomerFigures = { invoices: bigint; receivedUsd: string }

type Customer = CustomerFigures & { email: string; name: string | null }

/** Customers are known by the email address of their invoices. The newest matching invoices say who they are. */
export const findCustomers = async (
  db: Db,
  merchantId: number,
  search: string,
  { limit, mostMatches }: { limit: number; mostMatches: number },
): Promise<Customer[]> => {
  const page = { limit: mostInvoices, cursor: undefined, mostMatches }
  const found = sortedRows(invoicesOf(merchantId, search), sortingOf('-date', sortKeys), page)
  const { rows } = await sql<Customer>`
    select i.customer_email as email, i.customer_name as name, figures.*
    from (
      select lower(i.customer_email) as email, max(i.id) as newest from (${found}) found join invoices i on i.id = found.id
      group by 1 order by 2 desc limit ${limit}
    ) customer join invoices i on i.id = customer.newest
      cross join lateral (${customerFigures(merchantId, sql`customer.email`)}) figures
    order by i.id desc`.execute(db)
  return rows
}

/** Of the same customer, there may be many. */
const mostInvoices = 200

const invoicesOf = (merchantId: number, search: string): ListedRows => {
  const words = toSearchQuery(search)
  return {
    table: sql`invoices i`,
    alias: sql`i`,
    id: sql`i.id`,
    scope: sql`${scopeOf(merchantId)} and i.customer_email is not null`,
    conditions: [],
    ways: [
      {
        condition: sql`lower(i.customer_email) like ${beginningWith(search.toLowerCase())}`,
        isSelective: isSelective(search),
      },
      ...(words ? [{ condition: sql`${hasWords(merchantId, words)} and ${hasName(merchantId, words)}` }] : []),
    ],
  }
}

/** The index has the words of the description as well. */
const hasName = (merchantId: number, words: string) =>
  sql`invoice_words(i.merchant_id, i.customer_name, null) @@ ${ofMerchant(words, merchantId)}::tsquery`

/** All invoices of an email address in lower case. */
export const customerFigures = (merchantId: number, email: RawBuilder<unknown>) => sql`
  select count(*) as invoices, coalesce(sum(c.received_usd), 0)::numeric(20, 2) as received_usd from invoices c
  where c.merchant_id = ${merchantId} and lower(c.customer_email) = ${email} and c.customer_email is not null
    and c.invoice_id is not null`
