import { type AdminMerchant, attentionReasons } from '@bitquay/contract/merchants.admin'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
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
    where m.is_active and m.btcpay_api_key is null and m.created_at < app_now() - ${patience}
    union all
    select n.merchant_id, 'name-in-review', min(n.name)
    from (${namesWithProblem}) n join merchants m on m.id = n.merchant_id
    where m.closed_at is null and open_name_problem(n.merchant_id, n.name) is not null
      and not exists (select from name_decisions d where d.merchant_id = n.merchant_id
        and d.name_hash = sha256(convert_to(n.name, 'UTF8')))
    group by n.merchant_id`.execute(db)
  return rows
}

/** Names of stores, as they are called and as customers see them. They were saved before names were checked. */
const namesWithProblem = sql`
  select id as merchant_id, store_name as name from merchants where name_problem(store_name, null) is not null
  union all
  select merchant_id, name from brands where name_problem(name, null) is not null`

/** Whether this is a name of the merchant that nobody has allowed. */
export const hasNameProblem = async (tx: Tx, merchantId: number, name: string): Promise<boolean> => {
  const { rows } = await sql`
    select from (${namesWithProblem}) n
    where n.merchant_id = ${merchantId} and n.name = ${name} and open_name_problem(n.merchant_id, n.name) is not null
    limit 1`.execute(tx)
  return rows.length > 0
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
