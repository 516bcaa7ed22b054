import { type RawBuilder, sql } from 'kysely'
import type { AuditScope } from './audit-scope.ts'
import type { AuditRow } from './table.audit-runs.ts'

/** Checks of outgoing money that hold at every moment, row by row. */
export const sendChecks = ({ sends }: AuditScope) => ({
  'Only pending payments reserve coins': sql<AuditRow>`
    select 'send ' || s.id as subject, case when s.final_at is null then 'coins reserved' else 'no coins reserved' end as expected,
      count(r.outpoint)::text as found
    from ${sends} s left join reserved_coins r on r.send_id = s.id and r.released_at is null
    -- Of what only the wallet knows, after a restore without an explorer, the coins are unknown.
    where s.status not in ('signed', 'broadcast', 'confirmed') or s.final_at is not null
      or exists (select from send_versions v where v.send_id = s.id and v.raw_transaction is not null)
    group by s.id, s.final_at, s.status having (s.final_at is not null and count(r.outpoint) > 0)
      or (s.final_at is null and s.status in ('signed', 'broadcast', 'confirmed') and count(r.outpoint) = 0)`,

  'Confirmed outgoing payments are booked once, others not at all': sql<AuditRow>`
    select 'send ' || s.id as subject,
      case when s.status = 'confirmed' then 'a transfer that is not reversed' else 'no transfer, or a reversed one' end as expected,
      coalesce('transfer ' || s.transfer_id, 'none') || case when r.id is null then '' else ', reversed by ' || r.id end as found
    from ${sends} s left join ledger_transfers r on r.reverses = s.transfer_id
    where (s.status = 'confirmed' and s.kind in ('payout', 'sweep', 'loop-out') and (s.transfer_id is null or r.id is not null))
      or (s.status <> 'confirmed' and s.transfer_id is not null)`,

  // Sweeps of earlier releases have no limit. They were refused if their network fee was half of them.
  'Sweeps pay off what arrived and a limited network fee': sql<AuditRow>`
    select 'send ' || s.id as subject, least(v.payee_sats, p.amount_sats) || ' arrived, network fee at most ' || x.fee_sats as expected,
      b.arrived_sats || ' arrived, network fee ' || b.fee_sats as found
    from ${sends} s join send_versions v on v.send_id = s.id and v.txid = s.txid
      left join platform_transactions p on p.txid = s.txid,
      lateral (select least(v.network_fee_sats, case when s.network_fee_limit_sats is null then s.amount_sats / 2
        else least(s.network_fee_limit_sats, s.network_fee_reserve_sats, s.amount_sats / 10) end) as fee_sats) x,
      lateral (
        select coalesce(sum(e.amount_sats) filter (where a.kind = 'wallet'), 0) as arrived_sats,
          coalesce(sum(e.amount_sats) filter (where a.kind = 'network-fees'), 0) as fee_sats
        from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.owner_kind = 'platform'
        where e.transfer_id = s.transfer_id
      ) b
    where s.kind = 'sweep' and s.status = 'confirmed'
      and (b.arrived_sats <> least(v.payee_sats, p.amount_sats) or b.fee_sats > x.fee_sats)`,

  'Signed payments have a transaction': sql<AuditRow>`
    select 'send ' || s.id as subject, 'the transaction of one of its versions' as expected, coalesce(s.txid, 'none') as found
    from ${sends} s where s.status in ('signed', 'broadcast', 'confirmed')
      and not exists (select from send_versions v where v.send_id = s.id and v.txid = s.txid)`,

  'Outgoing payments are in the merchant’s history': sql<AuditRow>`
    select 'send ' || s.id as subject, s.txid as expected, 'nothing' as found
    from ${sends} s where s.kind in ('withdrawal', 'refund', 'sweep') and s.status in ('broadcast', 'confirmed')
      and not exists (select from transactions t where t.merchant_id = s.merchant_id and t.type = 'outgoing' and t.txid = s.txid)`,
})

/** Checks between held money and what is on its way. */
export const openMoneyChecks = ({ movements }: AuditScope) => ({
  'Partner holds match pending payouts': compareAccounts(
    'partner',
    'payout-hold',
    sql`select sum(amount_sats + platform_fee_sats) as sats from sends
      where partner_id = o.id and kind = 'payout' and status in ('requested', 'signed', 'broadcast')`,
  ),

  'Fees being collected match pending sweeps': compareAccounts(
    'merchant',
    'collecting',
    sql`select sum(amount_sats) as sats from sends
      where merchant_id = o.id and kind = 'sweep' and status in ('requested', 'signed', 'broadcast')`,
  ),

  // What is in no block yet, or belongs to a payment that is about to be booked, is in the engine's figure and not in
  // the ledger's.
  'The platform wallet matches the ledger': sql<AuditRow>`
    select 'platform wallet' as subject, (l.sats + u.sats)::text as expected, s.balance_sats::text as found
    from stores s,
      lateral (
        select coalesce(sum(e.amount_sats), 0) as sats from ${movements} e join ledger_accounts a on a.id = e.account_id
        where a.owner_kind = 'platform' and a.kind = 'wallet'
      ) l,
      lateral (
        select coalesce(sum(t.amount_sats), 0) as sats from platform_transactions t left join sends x on x.id = t.send_id
        where t.transfer_id is null and (x.id is null or x.status <> 'confirmed' or (x.store_ref <> s.id and x.kind <> 'sweep'))
          and (t.confirmations = 0 or (x.status in ('requested', 'signed', 'broadcast') and (x.store_ref = s.id or x.kind = 'sweep')))
      ) u
    where s.merchant_id is null and s.synced_at is not null and l.sats + u.sats <> s.balance_sats`,
})

/** Checks of promo codes that hold at every moment. */
export const promoChecks = ({ movements }: AuditScope) => ({
  'Forgiven fees match redeemed promo codes and forgiven invoices': sql<AuditRow>`
    select 'platform forgiven' as subject, r.sats::text as expected, l.sats::text as found
    from (select coalesce((select sum(posted_sats) from promo_redemptions where given_back_at is null), 0)
        + coalesce((select sum(due_sats(f) - f.partner_sats) from fee_transactions f where f.forgiven_at is not null), 0) as sats) r,
      (select coalesce(sum(e.amount_sats), 0) as sats from ${movements} e join ledger_accounts a on a.id = e.account_id
        where a.owner_kind = 'platform' and a.kind in ('forgiven', 'written-off')) l
    where r.sats <> l.sats`,

  'Used promo codes were redeemed once, with a withdrawal that didn’t fail': sql<AuditRow>`
    select 'promo code ' || p.id as subject, case when p.is_used then '1 redemption' else 'none' end as expected, count(r.send_id)::text as found
    from promo_codes p
      left join promo_redemptions r on r.promo_code_id = p.id and r.given_back_at is null
      left join sends s on s.id = r.send_id
    group by p.id having count(r.send_id) <> case when p.is_used then 1 else 0 end
      or bool_or(s.status in ('failed', 'cancelled'))`,
})

/** Checks of loop-outs that hold at every moment. */
export const loopOutChecks = {
  'Lightning holds match pending loop-outs': compareAccounts(
    'merchant',
    'loop-out-hold',
    sql`select sum(amount_sats) as sats from lightning_loop_out_requests
      where merchant_id = o.id and node = 'shared' and status = 'pending'`,
  ),

  'Lightning money owed matches unpaid loop-outs': compareAccounts(
    'merchant',
    'loop-out-payable',
    sql`select sum(r.amount_sats) as sats from lightning_loop_out_requests r
      where r.merchant_id = o.id and r.first_leg = 'taken'
        and not exists (select from sends s where s.loop_out_id = r.id and s.transfer_id is not null)`,
  ),
}

/** The owners, `o`, whose account has another balance than the `sats` that are on their way. */
function compareAccounts(owner: 'merchant' | 'partner', account: string, onItsWay: RawBuilder<unknown>) {
  return sql<AuditRow>`
    select ${sql.lit(`${owner} `)} || o.id as subject, coalesce(w.sats, 0)::text as expected,
      coalesce(b.balance_sats, 0)::text as found
    from ${sql.table(`${owner}s`)} o
      left join ledger_accounts a
        on a.owner_kind = ${sql.lit(owner)} and a.owner_id = o.id and a.kind = ${sql.lit(account)}
      left join ledger_balances b on b.account_id = a.id
      left join lateral (${onItsWay}) w on true
    where coalesce(w.sats, 0) <> coalesce(b.balance_sats, 0)`
}
