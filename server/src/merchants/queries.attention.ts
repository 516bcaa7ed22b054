import { type AdminMerchant, attentionReasons } from '@bitquay/contract/admin-merchants'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { spendableOf } from '../stores/index.ts'

export type Attention = { merchantId: number; reason: (typeof attentionReasons)[number]; detail: string | null }

/** Something that waits for its second or third attempt, or for a few minutes, is no problem yet. */
const fewAttempts = 3
const patience = sql`interval '10 minutes'`

/** Finds merchants that a person should look at now, and why. */
export const findAttention = async (db: Db, leastOwedSats: bigint): Promise<Attention[]> => {
  const { rows } = await sql<Attention>`
    select s.merchant_id, 'fees-not-covered' as reason, null as detail
    from stores s join ledger_accounts a on a.owner_kind = 'merchant' and a.owner_id = s.merchant_id and a.kind = 'fees-owed'
      join ledger_balances b on b.account_id = a.id
      cross join lateral (${spendableOf(sql`s.merchant_id`)}) w
    where s.status = 'ready' and s.standing = 'current' and b.balance_sats >= ${leastOwedSats}
      and w.spendable_sats < b.balance_sats
      and not exists (select from sends x where x.merchant_id = s.merchant_id and x.kind = 'sweep'
        and x.status in ('requested', 'signed', 'broadcast'))
    union all
    select m.id, 'collection-failing', f.last_error
    from work_failures f join merchants m on f.item = 'merchant ' || m.id
    where f.worker = 'sweep-fees' and f.failures >= ${fewAttempts}
    union all
    select s.merchant_id, 'send-stuck', (array_agg(s.problem order by s.id))[1]
    from sends s
    where s.merchant_id is not null and s.final_at is null and s.problem is not null and s.attempts >= ${fewAttempts}
    group by s.merchant_id
    union all
    select s.merchant_id, 'sync-failing', s.sync_error
    from stores s
    where s.merchant_id is not null and is_sync_failing(s)
    union all
    select m.id, 'setup-stuck',
      (select f.last_error from work_failures f where f.worker = 'provision-stores' and f.item = 'merchant ' || m.id)
    from merchants m
    where m.is_active and m.btcpay_api_key is null and m.created_at < app_now() - ${patience}`.execute(db)
  return rows
}

type Row = Omit<AdminMerchant['attention'][number], 'since'> & { merchantId: number; since: Date }

/** Why each of these merchants needs attention, the most costly reason first. Others are left out. */
export const readAttention = async (
  db: Db,
  merchantIds: readonly number[],
): Promise<Map<number, AdminMerchant['attention']>> => {
  const { rows } = await sql<Row>`
    select merchant_id, reason, detail, since from merchant_attention
    where merchant_id = any(${[...merchantIds]}::int[])
    order by array_position(${[...attentionReasons]}::text[], reason)`.execute(db)
  const reasons = new Map<number, AdminMerchant['attention']>()
  for (const { merchantId, since, ...reason } of rows) {
    reasons.set(merchantId, [...(reasons.get(merchantId) ?? []), { ...reason, since: since.toISOString() }])
  }
  return reasons
}
