import { sql } from 'kysely'
import type { AuditScope } from './audit-scope.ts'
import type { AuditRow } from './table.audit-runs.ts'

/** The amount that a transfer credits, which is also the amount that it debits. */
const movedBy = (transferId: string) => sql`coalesce((
  select sum(e.amount_sats) from ledger_entries e where e.transfer_id = ${sql.raw(transferId)} and e.amount_sats > 0), 0)`

/** What a transfer books on the accounts that are joined. */
const booked = sql`coalesce(sum(e.amount_sats) filter (where a.id is not null), 0)`

const isUndone = sql`exists (select from ledger_transfers r where r.reverses = t.id)`

/** Checks between the ledger and the records of what happened, row by row. */
export const recordChecks = ({ transfers, transactions, fees, sends }: AuditScope) => ({
  // One query for each kind: a combined query runs row by row, which is too slow for an old ledger.
  'Every transfer has a record behind it': sql<AuditRow>`
    select 'transfer ' || t.id as subject, 'a record that it booked' as expected, t.kind || ' ' || t.reference as found from (
      select t.* from ${transfers} t where t.kind = 'payment' and not ${isUndone}
        -- The output of a payment may become known after it was booked under the ID of its transaction.
        and not exists (select from transactions x where x.transfer_id = t.id and t.reference in (
          x.merchant_id || ':' || x.engine_key || '#' || x.bookings, x.merchant_id || ':' || x.txid || '#' || x.bookings))
      union all
      select t.* from ${transfers} t where t.kind = 'send' and not ${isUndone}
        and not exists (select from sends x where x.transfer_id = t.id and t.reference = x.id || '#' || x.bookings)
      union all
      select t.* from ${transfers} t where t.kind = 'capital' and not ${isUndone}
        and not exists (select from platform_transactions x where x.transfer_id = t.id)
      union all
      select t.* from ${transfers} t where t.kind = 'promo'
        and not exists (select from promo_redemptions x where split_part(t.reference, '#', 1) = x.send_id::text)
      union all
      select t.* from ${transfers} t where t.kind = 'collect'
        and not exists (select from sends x where t.reference = 'send:' || x.id and x.kind = 'sweep'
          and x.amount_sats = ${movedBy('t.id')} and (x.status in ('failed', 'cancelled')) = ${isUndone})
      union all
      select t.* from ${transfers} t where t.kind = 'fee-payment' and not ${isUndone}
        and not exists (select from fee_payments x where x.transfer_id = t.id and t.reference = x.outpoint || '#' || x.bookings)
      union all
      -- The fees of an invoice were forgiven together. One whose payment was undone later is no longer.
      select t.* from ${transfers} t where t.kind = 'forgive'
        and not exists (select from fee_invoices x where t.reference = 'invoice:' || x.id and x.status in ('forgiven', 'written-off'))
        and not exists (select from fee_transactions x where t.reference = 'fee:' || x.id and x.forgiven_at is null)
      union all
      select t.* from ${transfers} t where t.kind in ('payout-hold', 'payout-return')
        and not exists (select from sends x where t.reference = x.id::text and x.kind = 'payout'
          and x.amount_sats + x.platform_fee_sats = ${movedBy('t.id')}
          and (t.kind = 'payout-hold' or x.status in ('failed', 'cancelled')))
      union all
      select t.* from ${transfers} t where t.kind like 'loop-out-%'
        and not exists (select from lightning_loop_out_requests x where t.reference = x.id::text and x.amount_sats = ${movedBy('t.id')})
      union all
      select t.* from ${transfers} t where (t.kind = 'reversal') <> (t.reverses is not null)
        or not (t.kind in ('reversal', 'payment', 'send', 'capital', 'promo', 'collect', 'fee-payment', 'forgive', 'payout-hold', 'payout-return')
          or t.kind like 'loop-out-%')
    ) t`,

  'Fee records match their transfers': sql<AuditRow>`
    select 'fee ' || f.id as subject, ${booked} || ' sats' || case when r.id is null then '' else ', reversed' end as expected,
      (f.fee_btc * 100000000)::bigint || ' sats' || case when f.reversed_at is null then '' else ', reversed' end as found
    from ${fees} f
      left join ledger_transfers r on r.reverses = f.transfer_id
      left join ledger_entries e on e.transfer_id = f.transfer_id
      left join ledger_accounts a on a.id = e.account_id and a.kind in ('fees-owed', 'lightning', 'lightning-node')
        and (a.kind = 'lightning-node' or a.owner_id = f.merchant_id)
    where f.transfer_id is not null
    group by f.id, f.fee_btc, f.reversed_at, f.forgiven_at, r.id
    having ${booked} <> f.fee_btc * 100000000 or (r.id is null) <> (f.reversed_at is null or f.forgiven_at is not null)`,

  'Payments and their fee records have the same amounts': sql<AuditRow>`
    select 'transaction ' || t.id as subject, t.amount || ' BTC, ' || coalesce(t.amount_usd, 0) || ' USD' as expected,
      f.original_amount_btc || ' BTC, ' || f.original_amount_usd || ' USD' as found
    from ${fees} f join transactions t on t.id = f.transaction_id
    -- A fee that was reversed may be of a payment that was divided into its outputs since.
    where f.reversed_at is null
      and (f.original_amount_btc <> t.amount or f.original_amount_usd <> coalesce(t.amount_usd, 0))`,

  'Dollar amounts of payments match their price': sql<AuditRow>`
    select 'transaction ' || id as subject, round(amount * btc_price, 2)::text as expected, coalesce(amount_usd::text, 'none') as found
    from ${transactions} t where type = 'incoming' and btc_price is not null and amount_usd is distinct from round(amount * btc_price, 2)`,

  'Dollar amounts of fees match their price': sql<AuditRow>`
    select 'fee ' || id as subject, round(fee_btc * btc_price_at_time, 2)::text as expected, fee_usd::text as found
    from ${fees} f where fee_usd <> round(fee_btc * btc_price_at_time, 2)`,

  'Outgoing payments pay the requested amount': sql<AuditRow>`
    select 'send ' || s.id as subject, s.amount_sats || ' sats, network fee ' || coalesce(s.network_fee_sats::text, 'unknown') as expected,
      v.payee_sats || ' sats, network fee ' || v.network_fee_sats as found
    from ${sends} s join send_versions v on v.send_id = s.id
    where (v.payee_sats <> s.amount_sats - case when s.network_fee_from = 'amount' then v.network_fee_sats else 0 end
        -- A manual fee bump in BTCPay pays the same and takes more from the change.
        and not (v.raw_transaction is null and exists (
          select from send_versions o where o.send_id = s.id and o.raw_transaction is not null and o.payee_sats = v.payee_sats))
        -- A replaced sweep pays off what arrives.
        and not (s.kind = 'sweep' and v.raw_transaction is null and v.payee_sats <= s.amount_sats))
      or (v.txid = s.txid and s.network_fee_sats is distinct from v.network_fee_sats)`,

  'Outgoing payments are booked in full': sql<AuditRow>`
    select 'send ' || s.id as subject, x.sats::text as expected, ${movedBy('s.transfer_id')}::text as found
    from ${sends} s left join send_versions v on v.send_id = s.id and v.txid = s.txid, lateral (select case s.kind
        when 'payout' then s.platform_fee_sats + greatest(s.amount_sats, v.payee_sats + v.network_fee_sats)
        when 'loop-out' then greatest(s.amount_sats, v.payee_sats + v.network_fee_sats)
        when 'withdrawal' then s.platform_fee_sats
        when 'bump' then coalesce(s.network_fee_sats, 0)
        else s.amount_sats end as sats) x
    where s.transfer_id is not null and x.sats <> ${movedBy('s.transfer_id')}`,

  // To the cent, and to the satoshi that is added when somebody withdraws everything.
  'Dollar amounts of outgoing payments match their price': sql<AuditRow>`
    select 'send ' || id as subject, round(amount_sats * btc_price / 100000000, 2)::text as expected, amount_usd::text as found
    from ${sends} s where abs(amount_usd - amount_sats * btc_price / 100000000) > 0.01 + btc_price / 100000000`,

  'Outgoing payments go to the requested address': sql<AuditRow>`
    select 'send ' || s.id as subject, a.detail ->> 'address' || ', ' || (a.detail ->> 'amountUsd') as expected,
      s.address || ', ' || s.amount_usd as found
    from ${sends} s join act_log a on a.subject_kind = 'send' and a.subject_id = s.id::text
      and a.act in ('withdrawal-requested', 'partner-withdrawal-requested')
    where a.detail ->> 'address' <> s.address or (a.detail ->> 'amountUsd')::numeric <> s.amount_usd
    union all
    select 'send ' || s.id, coalesce(r.address, 'nowhere') || ', ' || r.amount_sats, s.address || ', ' || s.amount_sats
    from ${sends} s join refunds r on r.send_id = s.id
    where r.address is distinct from s.address or r.amount_sats <> s.amount_sats
    union all
    select 'send ' || s.id, r.on_chain_address || ', ' || r.amount_sats, s.address || ', ' || s.amount_sats
    from ${sends} s join lightning_loop_out_requests r on r.id = s.loop_out_id
    where r.on_chain_address <> s.address or r.amount_sats <> s.amount_sats`,

  'Refunds are paid when their payment confirms': sql<AuditRow>`
    select 'refund ' || r.id as subject, s.status as expected, r.status as found
    from refunds r join ${sends} s on s.id = r.send_id
    where r.status not in ('claimed', 'paid') or (r.status = 'paid') <> (s.status = 'confirmed')`,

  'Outgoing amounts match the merchant’s history': sql<AuditRow>`
    select 'send ' || s.id as subject, s.amount_sats || ' sats, ' || s.amount_usd || ' USD' as expected,
      (t.amount * 100000000)::bigint || ' sats, ' || coalesce(t.amount_usd, 0) || ' USD' as found
    from ${sends} s join transactions t on t.merchant_id = s.merchant_id and t.type = 'outgoing' and t.engine_key = s.txid
    where s.kind in ('withdrawal', 'refund', 'sweep') and s.status in ('broadcast', 'confirmed')
      and (t.amount * 100000000 <> s.amount_sats or t.amount_usd is distinct from s.amount_usd)`,

  'Failed payments are in no block': sql<AuditRow>`
    select 'send ' || s.id as subject, 'in no block' as expected, v.txid || ' is in one' as found
    from ${sends} s join send_versions v on v.send_id = s.id
    where s.status in ('failed', 'cancelled') and (
      exists (select from transactions t where t.txid = v.txid and t.type = 'outgoing' and t.status = 'confirmed')
      or exists (select from platform_transactions t where t.txid = v.txid and t.confirmations > 0))`,

  'Reserved coins match what their payment spends': sql<AuditRow>`
    select 'send ' || s.id as subject, v.payee_sats + v.network_fee_sats + coalesce(v.change_sats, 0) || ' sats' as expected,
      sum(r.amount_sats) || ' sats' as found
    from ${sends} s join send_versions v on v.send_id = s.id and v.raw_transaction is not null
      join reserved_coins r on r.send_id = s.id and r.released_at is null
    where s.final_at is null and (select count(*) from send_versions x where x.send_id = s.id) = 1
    group by s.id, v.payee_sats, v.network_fee_sats, v.change_sats
    having sum(r.amount_sats) <> v.payee_sats + v.network_fee_sats + coalesce(v.change_sats, 0)`,
})

export const walletCoinsCheck = 'Wallet coins add up to the spendable balance'

/** Checks of records that only all history proves. */
export const historyRecordChecks = {
  [walletCoinsCheck]: sql<AuditRow>`
    select 'store ' || s.id as subject, coalesce(sum(c.amount_sats), 0)::text as expected, s.spendable_sats::text as found
    from stores s left join store_coins c on c.store_ref = s.id and c.spendable
    where s.synced_at is not null group by s.id having coalesce(sum(c.amount_sats), 0) <> s.spendable_sats`,

  'Promo code savings match their redemptions': sql<AuditRow>`
    select 'promo code ' || p.id as subject, r.saved_usd::text as expected, coalesce(p.amount_saved_usd::text, 'nothing') as found
    from promo_codes p join promo_redemptions r on r.promo_code_id = p.id and r.given_back_at is null
    where p.amount_saved_usd is distinct from r.saved_usd`,

  'Loop-outs move the requested balance': sql<AuditRow>`
    select 'loop-out ' || id as subject, lightning_balance_btc::text as expected, amount_sats || ' sats' as found
    from lightning_loop_out_requests
    where amount_sats > lightning_balance_btc * 100000000 or (node = 'shared' and amount_sats <> lightning_balance_btc * 100000000)`,

  // BTCPay may have missed a payment that the wallet shows, but never knows of one that we do not.
  'Paid invoices have payments on record': sql<AuditRow>`
    select 'invoice ' || i.invoice_id as subject, 'at most ' || coalesce(t.sats, 0) as expected, i.paid_sats::text as found
    from invoices i left join lateral (
      select sum(x.amount * 100000000)::bigint as sats, bool_or(x.status = 'failed') as failed
      from transactions x where x.invoice_id = i.invoice_id and x.merchant_id = i.merchant_id and x.type = 'incoming'
    ) t on true
    where i.paid_sats > coalesce(t.sats, 0) and not coalesce(t.failed, false)`,
}
