import { type Act, auditLog as declared, storeActivity as declaredOfStore } from '@bitquay/contract/audit-log'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Way } from '../platform/db/sorted-rows.ts'
import { serveList } from '../platform/lists/serve-list.ts'

type Row = Omit<Act, 'id' | 'at'> & { id: bigint; at: Date }

const source = {
  table: sql`act_log a`,
  alias: 'a',
  at: sql`a.at`,
  filters: {
    act: (act: string) => sql`a.act = ${act}`,
    actorKind: (kind: Act['actorKind']) => sql`a.actor_kind = ${kind}`,
    // It is the scope.
    merchantId: () => undefined,
  },
  sorts: { date: { by: sql`a.at` } },
  read: async (db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`
      select a.*, m.store_name from (${found}) found join act_log a on a.id = found.id
        left join merchants m on m.id = a.merchant_id
      order by ${order}`.execute(db)
    return rows
  },
  show: (row: Row): Act => ({
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
  }),
  file: { Details: ({ detail }: Act) => (Object.keys(detail).length === 0 ? null : JSON.stringify(detail)) },
}

/** A search matches the actor's email or the source address. Each is read from its own index. */
const waysToFind = (search: string): Way[] => {
  const text = search.toLowerCase()
  // A complete address is matched exactly, so its activity is read from the end of the index. A prefix has to be
  // sorted.
  const matches = wholeAddress.test(text) ? sql`= ${text}` : sql`like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`
  return [sql`a.actor_email ${matches}`, sql`a.source_address ${matches}`].map((condition) => ({ condition }))
}

const wholeAddress = /^[^@]+@.+\.[a-z]{2,}$|^\d+\.\d+\.\d+\.\d+$/

const ofStore = (merchantId: number) => sql`a.merchant_id = ${merchantId}`

/** A store's activity is its own, so another store's entry is no cursor there. */
export const auditLog = serveList(declared, {
  ...source,
  scope: (_everyone, { merchantId }) => (merchantId === undefined ? sql`true` : ofStore(merchantId)),
  ways: waysToFind,
})

/** Admins and customers are left out: their addresses are not the merchant's business. */
const ownActors: Act['actorKind'][] = ['merchant', 'merchant-user', 'api-key', 'till-device']

export const storeActivity = serveList(declaredOfStore, {
  ...source,
  scope: ofStore,
  conditions: [sql`a.actor_kind = any(${ownActors}::text[])`],
})
