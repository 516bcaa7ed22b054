import type { Act } from '@bitquay/contract/act-log'
import type { Period } from '@bitquay/contract/lists'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'
import { type ListedRows, type RowPage, readPage, sortingOf, type Way } from '../platform/db/sorted-rows.ts'
import type { Tx } from '../platform/db/transaction.ts'

export type ActivityFilter = Period & {
  act?: string | undefined
  actorKind?: Act['actorKind'] | undefined
  actorKinds?: readonly Act['actorKind'][]
  merchantId?: number | undefined
  search?: string | undefined
  sort?: 'date' | '-date' | undefined
}

type Row = Omit<Act, 'id' | 'at'> & { id: bigint; at: Date }

/** Lists a page of the audit log. */
export const listActivity = async (
  db: Db,
  { sort = '-date', ...filter }: ActivityFilter,
  page: RowPage,
): Promise<{ rows: Act[]; next: string | undefined }> => {
  const sorting = sortingOf(sort, { date: { by: sql`a.at` } })
  return readPage(activityOf(filter), sorting, page, async (found, order) => {
    const { rows } = await sql<Row>`
      select a.*, m.store_name from (${found}) found join act_log a on a.id = found.id
        left join merchants m on m.id = a.merchant_id
      order by ${order}`.execute(db)
    return rows.map(present)
  })
}

/** A store's activity is its own, so another store's entry is no cursor there. */
const activityOf = (filter: ActivityFilter): ListedRows => ({
  table: sql`act_log a`,
  alias: sql`a`,
  id: sql`a.id`,
  scope: filter.merchantId === undefined ? sql`true` : sql`a.merchant_id = ${filter.merchantId}`,
  conditions: [
    ...(filter.act === undefined ? [] : [sql`a.act = ${filter.act}`]),
    ...(filter.actorKind === undefined ? [] : [sql`a.actor_kind = ${filter.actorKind}`]),
    ...(filter.actorKinds === undefined ? [] : [sql`a.actor_kind = any(${[...filter.actorKinds]}::text[])`]),
    ...inPeriod(sql`a.at`, filter),
  ],
  ways: waysToFind(filter.search?.trim().toLowerCase()),
})

/** A search matches the actor's email or the source address. Each is read from its own index. */
const waysToFind = (search: string | undefined): Way[] | undefined => {
  if (!search) return undefined
  // A complete address is matched exactly, so its activity is read from the end of the index. A prefix has to be
  // sorted.
  const matches = wholeAddress.test(search) ? sql`= ${search}` : sql`like ${`${search.replace(/[\\%_]/g, '\\$&')}%`}`
  return [sql`a.actor_email ${matches}`, sql`a.source_address ${matches}`].map((condition) => ({ condition }))
}

const wholeAddress = /^[^@]+@.+\.[a-z]{2,}$|^\d+\.\d+\.\d+\.\d+$/

/** Lists the names of all recorded activity. It reads one index entry per name instead of one per row. */
export const listActivityNames = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ act: string }>`
    with recursive names as (
      (select act from act_log order by act limit 1)
      union all
      select (select l.act from act_log l where l.act > n.act order by l.act limit 1) from names n where n.act is not null
    )
    select act from names where act is not null`.execute(db)
  return rows.map(({ act }) => act)
}

const present = (row: Row): Act => ({
  id: Number(row.id),
  at: row.at.toISOString(),
  actorKind: row.actorKind,
  actorId: row.actorId,
  actorEmail: row.actorEmail,
  act: row.act,
  subjectKind: row.subjectKind,
  subjectId: row.subjectId,
  merchantId: row.merchantId,
  storeName: row.storeName,
  sourceAddress: row.sourceAddress,
  detail: row.detail,
})

/** From where a send was requested. Null if a program without an address did it. */
export const findSourceAddress = async (
  tx: Tx,
  act: 'withdrawal-requested' | 'partner-withdrawal-requested',
  sendId: number,
): Promise<string | null> => {
  const { rows } = await sql<{ sourceAddress: string | null }>`
    select source_address from act_log
    where act = ${act} and subject_kind = 'send' and subject_id = ${String(sendId)}
    order by id desc limit 1`.execute(tx)
  return rows[0]?.sourceAddress ?? null
}
