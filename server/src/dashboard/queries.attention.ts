import type { Answer } from '@bitquay/contract/call'
import type { listAttention as attentionCall } from '@bitquay/contract/dashboard'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { listAlerts } from './queries.notifications.ts'

type Attention = Answer<typeof attentionCall>
type Row = {
  kind: 'loop-outs' | 'applications' | 'merchants'
  count: number
  name: string
  amountUsd: string
  since: Date
}

/** Lists alerts first, then money that waits for an admin, then people. */
export const listAttention = async (db: Db): Promise<Attention> => {
  const [alerts, waiting] = await Promise.all([listAlerts(db), listWaiting(db)])
  return [
    ...alerts.map(({ at, ...alert }) => ({ ...alert, since: at })),
    ...waiting.map(({ kind, count, name, amountUsd, since }) => {
      const at = since.toISOString()
      if (kind === 'loop-outs') return { kind, count, storeName: name, amountUsd, since: at }
      if (kind === 'applications') return { kind, count, businessName: name, since: at }
      return { kind, count, storeName: name, since: at }
    }),
  ]
}

/** One line for each kind, with the one that has waited longest. */
const listWaiting = async (db: Db): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    (select 'loop-outs' as kind, count(*) over ()::int as count, m.store_name as name,
      l.lightning_balance_usd as amount_usd, l.created_at as since
    from lightning_loop_out_requests l join merchants m on m.id = l.merchant_id
    where l.status = 'pending' order by l.id limit 1)
    union all
    (select 'applications', count(*) over ()::int, business_name, 0, created_at
    from merchant_applications where status = 'pending' order by id limit 1)
    union all
    (select 'merchants', count(*) over ()::int, m.store_name, 0, a.since from (
      select merchant_id, min(since) as since from merchant_attention group by merchant_id
    ) a join merchants m on m.id = a.merchant_id order by a.since, m.id limit 1)`.execute(db)
  return rows
}
