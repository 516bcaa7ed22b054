import { toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** What a key has offered since midnight UTC, whatever became of it, and what it may. */
export const readKeyRefunds = async (tx: Tx, apiKeyId: number) => {
  const { rows } = await sql<{ limitUsd: string; offeredUsd: string; secondsLeft: number }>`
    with today as (select date_trunc('day', app_now(), 'UTC') as begins_at)
    select k.daily_refund_limit_usd as limit_usd,
      (select coalesce(sum(r.amount_usd), 0)::numeric(14, 2) from refunds r
        where r.api_key_id = k.id and r.offered_at >= today.begins_at) as offered_usd,
      greatest(1, ceil(extract(epoch from today.begins_at + interval '1 day' - app_now())))::integer as seconds_left
    from api_keys k, today where k.id = ${apiKeyId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no API key ${apiKeyId}`)
  return { limitCents: toCents(row.limitUsd), offeredCents: toCents(row.offeredUsd), secondsLeft: row.secondsLeft }
}

/** A key reaches only so far back. */
export const isWithinReach = async (tx: Tx, invoiceId: string, days: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from invoices where invoice_id = ${invoiceId} and created_at > app_now() - make_interval(days => ${days})`.execute(
    tx,
  )
  return rows.length > 0
}
