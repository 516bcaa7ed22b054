import type { AlertFollow } from '@bitquay/contract/notifications'
import { sql } from 'kysely'
import { mainEngineId } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import type { AlertCondition } from './alert-condition.ts'

export type DownEngine = { id: number; name: string; url: string }

type Row = DownEngine & {
  merchants: number
  sends: number
  sendsUsd: string
  oldestSend: Date | null
  stores: number
}

/**
 * The operator's BTCPay Servers that don't respond, each with what follows from it. A store is overdue only if a payment
 * may be under way there.
 */
export const findDownEngines = async (db: Db): Promise<{ down: DownEngine[]; conditions: AlertCondition[] }> => {
  const { rows } = await sql<Row>`
    select e.id, e.name, e.url, s.merchants, s.stores, w.sends, w.sends_usd, w.oldest_send
    from engines e
      cross join lateral (
        select count(*) filter (where merchant_id is not null and standing = 'current' and status = 'ready')::int as merchants,
          count(*) filter (where status = 'ready' and sync_pause_seconds <= 50 and is_sync_late(stores))::int as stores
        from stores where engine_id = e.id
      ) s
      cross join lateral (
        select count(*)::int as sends, coalesce(sum(d.amount_usd), 0)::numeric(20, 2)::text as sends_usd,
          min(d.requested_at) as oldest_send
        from sends d join stores t on t.id = d.store_ref
        where d.final_at is null and d.status = 'requested' and t.engine_id = e.id
      ) w
    where is_engine_down(e) order by e.id`.execute(db)
  return { down: rows, conditions: rows.map(toCondition) }
}

const toCondition = (engine: Row): AlertCondition => {
  const { id, name, merchants, sends, sendsUsd, oldestSend, stores } = engine
  const follows: AlertFollow[] = [
    { what: 'merchants', count: merchants, amountUsd: null, since: null },
    { what: 'sends', count: sends, amountUsd: sendsUsd, since: oldestSend?.toISOString() ?? null },
    { what: 'stores', count: stores, amountUsd: null, since: null },
  ]
  const affected =
    merchants === 0
      ? 'No merchant uses it.'
      : `${merchants === 1 ? '1 merchant' : `${merchants} merchants`} can’t create invoices.`
  return {
    kind: 'engine-down',
    subject: id === mainEngineId ? '' : name,
    title: `Payment server ${name} isn’t responding`,
    sentence: `${affected} Money is safe.`,
    follows: follows.filter(({ count }) => count > 0),
  }
}
