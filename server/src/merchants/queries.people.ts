import type { MerchantPeople } from '@bitquay/contract/merchant-users'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'
import {
  cutPage,
  type ListedRows,
  orderOf,
  type RowPage,
  sortedRows,
  sortingOf,
  type Way,
} from '../platform/db/sorted-rows.ts'
import { readPeopleByMerchant } from './queries.team.ts'

type PeopleFilter = { search?: string | undefined; merchantId?: number | undefined }

/** Lists a page of merchants by name, each with everyone who signs in for it. */
export const listMerchantPeople = async (
  db: Db,
  filter: PeopleFilter,
  { limit, cursor }: RowPage,
): Promise<{ rows: MerchantPeople[]; next: string | undefined }> => {
  const sorting = sortingOf('name', { name: { by: sql`lower(m.store_name) collate "C"` } })
  const page = sortedRows(merchantsOf(filter), sorting, { limit: limit + 1, cursor })
  const { rows } = await sql<{ id: number; storeName: string }>`
    select m.id, m.store_name from (${page}) found join merchants m on m.id = found.id
    order by ${orderOf(sorting)}`.execute(db)
  const { rows: shown, next } = cutPage(rows, limit)
  const people = await readPeopleByMerchant(
    db,
    shown.map(({ id }) => id),
  )
  return { rows: shown.map(({ id, storeName }) => ({ merchantId: id, storeName, people: people.get(id) ?? [] })), next }
}

const merchantsOf = ({ search, merchantId }: PeopleFilter): ListedRows => ({
  table: sql`merchants m`,
  alias: sql`m`,
  id: sql`m.id`,
  scope: sql`true`,
  conditions: merchantId === undefined ? [] : [sql`m.id = ${merchantId}`],
  ways: waysToFind(toSearchQuery(search)),
})

/** A search matches the merchant or one of its users. Each is read from its own index. */
const waysToFind = (query: string | undefined): Way[] | undefined =>
  query === undefined
    ? undefined
    : [
        { condition: sql`search_words(m.store_name || ' ' || m.email::text) @@ ${query}::tsquery` },
        {
          condition: sql`m.id in (
            select u.merchant_id from merchant_users u where search_words(u.name || ' ' || u.email::text) @@ ${query}::tsquery)`,
        },
      ]
