import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

type Attention = { merchantId: number; reason: string; detail: string | null }

/** Only one process updates what needs attention at a time. */
export const lockAttention = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('merchant_attention'))`.execute(tx)
}

/** Adds what is new, rewords what changed and removes what is over. Returns whether anything changed. */
export const saveAttention = async (tx: Tx, found: readonly Attention[]): Promise<boolean> => {
  const now = JSON.stringify(
    found.map(({ merchantId, reason, detail }) => ({ merchant_id: merchantId, reason, detail })),
  )
  const { rows } = await sql<{ changed: boolean }>`
    with found as (
      select * from jsonb_to_recordset(${now}::jsonb) as t (merchant_id integer, reason text, detail text)
    ),
    added as (
      insert into merchant_attention as a (merchant_id, reason, detail) select merchant_id, reason, detail from found
      on conflict (merchant_id, reason) do update set detail = excluded.detail
        where a.detail is distinct from excluded.detail
      returning 1
    ),
    removed as (
      delete from merchant_attention a
      where not exists (select from found f where f.merchant_id = a.merchant_id and f.reason = a.reason)
      returning 1
    )
    select exists (select from added) or exists (select from removed) as changed`.execute(tx)
  return rows[0]?.changed === true
}

/** What an administrator decided last about a name. */
export const saveNameDecision = async (tx: Tx, merchantId: number, name: string, isAllowed: boolean) => {
  await sql`
    insert into name_decisions (merchant_id, name_hash, is_allowed)
    values (${merchantId}, sha256(convert_to(${name}, 'UTF8')), ${isAllowed})
    on conflict (merchant_id, name_hash) do update set is_allowed = excluded.is_allowed, decided_at = app_now()`.execute(
    tx,
  )
}
