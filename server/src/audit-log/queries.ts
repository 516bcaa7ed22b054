import type { Act } from '@bitquay/contract/act-log'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

export type ActivityFilter = {
  act?: string | undefined
  actorKind?: Act['actorKind'] | undefined
  actorKinds?: readonly Act['actorKind'][]
  merchantId?: number | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

type Row = Omit<Act, 'id' | 'at'> & { id: bigint; at: Date }

/** Lists a page of the audit log, newest first. */
export const listActivity = async (
  db: Db,
  filter: ActivityFilter,
  page: { limit: number; cursor: string | undefined },
): Promise<{ acts: Act[]; next: string | undefined }> => {
  const { rows } = await sql<Row>`
    select a.*, m.store_name from (${found(filter, page)}) a left join merchants m on m.id = a.merchant_id
    order by a.id desc`.execute(db)
  const shown = rows.slice(0, page.limit)
  return { acts: shown.map(present), next: rows.length > page.limit ? String(shown.at(-1)?.id) : undefined }
}

/**
 * A search matches the actor's email or the source address. Each is a separate query, so that each can use its index.
 */
const found = (filter: ActivityFilter, page: { limit: number; cursor: string | undefined }): RawBuilder<unknown> => {
  const most = page.limit + 1
  const conditions = [
    ...(page.cursor === undefined ? [] : [sql`a.id < ${page.cursor}::bigint`]),
    ...(filter.act === undefined ? [] : [sql`a.act = ${filter.act}`]),
    ...(filter.actorKind === undefined ? [] : [sql`a.actor_kind = ${filter.actorKind}`]),
    ...(filter.actorKinds === undefined ? [] : [sql`a.actor_kind = any(${[...filter.actorKinds]}::text[])`]),
    ...(filter.merchantId === undefined ? [] : [sql`a.merchant_id = ${filter.merchantId}`]),
    ...(filter.from === undefined ? [] : [sql`a.at >= ${filter.from}::timestamptz`]),
    ...(filter.to === undefined ? [] : [sql`a.at <= ${filter.to}::timestamptz`]),
  ]
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  const search = filter.search?.trim().toLowerCase()
  if (!search) return sql`select * from act_log a where ${where} order by a.id desc limit ${most}`
  // A complete address is matched exactly, so its activity is read from the end of the index. A prefix has to be
  // sorted.
  const matches = wholeAddress.test(search) ? sql`= ${search}` : sql`like ${`${search.replace(/[\\%_]/g, '\\$&')}%`}`
  const ways = [sql`a.actor_email ${matches}`, sql`a.source_address ${matches}`].map(
    (way) => sql`(select * from act_log a where ${where} and ${way} order by a.id desc limit ${most})`,
  )
  return sql`select distinct on (a.id) a.* from (${sql.join(ways, sql` union all `)}) a order by a.id desc limit ${most}`
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
