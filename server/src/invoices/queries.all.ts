import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import {
  isSelective,
  type ListedRows,
  orderOf,
  type RowPage,
  sortedRows,
  sortingOf,
} from '../platform/db/sorted-rows.ts'
import type { Invoices } from '../platform/db/types.ts'
import { longestWords, ofDestination } from './destination-search.ts'
import { beginningWith, ofOrder, sortKeys } from './queries.list.ts'

type Row = Selectable<Invoices> & { storeName: string }

/** Invoices of all merchants by their ID, the shop's number of the order or what was issued to pay them, newest first. */
export const findAllInvoices = async (db: Db, search: string, page: RowPage): Promise<Row[]> => {
  const sorting = sortingOf('-date', sortKeys)
  const list: ListedRows = {
    table: sql`invoices i`,
    alias: sql`i`,
    id: sql`i.id`,
    scope: sql`i.invoice_id is not null`,
    conditions: [],
    ways:
      search.length > longestWords
        ? [ofDestination(search)]
        : [
            { condition: sql`i.invoice_id like ${beginningWith(search)}`, isSelective: isSelective(search) },
            ofOrder(search),
            ofDestination(search),
          ],
  }
  const { rows } = await sql<Row>`
    select i.*, m.store_name from (${sortedRows(list, sorting, page)}) found
      join invoices i on i.id = found.id join merchants m on m.id = i.merchant_id
    order by ${orderOf(sorting)}`.execute(db)
  return rows
}
