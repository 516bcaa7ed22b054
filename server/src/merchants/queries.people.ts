import type { MerchantPeople } from '@bitquay/contract/merchants.users'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { hasWords } from '../platform/db/search-query.ts'
import { type ListedRows, type RowPage, readPage, sortingOf, type Way } from '../platform/db/sorted-rows.ts'
import { findMerchantWords } from './queries.list.ts'
import { readPeopleByMerchant } from './queries.team.ts'

type PeopleFilter = { search?: string | undefined; merchantId?: number | undefined }

/** Lists a page of merchants by name, each with everyone who signs in for it. */
export const listMerchantPeople = async (
  db: Db,
  filter: PeopleFilter,
  page: RowPage,
): Promise<{ rows: MerchantPeople[]; next: string | undefined }> => {
  const sorting = sortingOf('name', { name: { by: sql`lower(m.store_name) collate "C"` } })
  const { rows, next } = await readPage(merchantsOf(filter), sorting, page, async (found, order) => {
    const merchants = await sql<{ id: number; storeName: string }>`
      select m.id, m.store_name from (${found}) found join merchants m on m.id = found.id order by ${order}`.execute(db)
    return merchants.rows
  })
  const people = await readPeopleByMerchant(
    db,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map(({ id, storeName }) => ({ merchantId: id, storeName, people: people.get(id) ?? [] })), next }
}

const merchantsOf = ({ search, merchantId }: PeopleFilter): ListedRows => ({
  table: sql`merchants m`,
  alias: sql`m`,
  id: sql`m.id`,
  scope: sql`true`,
  conditions: merchantId === undefined ? [] : [sql`m.id = ${merchantId}`],
  ways: waysToFind(search),
})

/** A search matches the merchant or one of its users. Each is read from its own index. */
const waysToFind = (search: string | undefined): Way[] | undefined => {
  const ofMerchant = findMerchantWords(search)
  const ofUser = hasWords(sql`u.name || ' ' || u.email::text`, search)
  return (
    ofMerchant && [
      { condition: ofMerchant },
      { condition: sql`m.id in (select u.merchant_id from merchant_users u where ${ofUser})` },
    ]
  )
}
