import { sql } from 'kysely'

type Row = { subject: string; expected: string; found: string }

/** What holds for promo codes and loop-outs, at every moment. */
export const promoAndLoopOutChecks = {
  'what was forgiven is what codes forgave that were not given back': sql<Row>`
    select 'platform forgiven' as subject, r.sats::text as expected, l.sats::text as found
    from (select coalesce(sum(posted_sats), 0) as sats from promo_redemptions where given_back_at is null) r,
      (select coalesce(sum(e.amount_sats), 0) as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.owner_kind = 'platform' and a.kind = 'forgiven') l
    where r.sats <> l.sats`,

  'a code that is used was redeemed once, for a withdrawal that did not fail': sql<Row>`
    select 'promo code ' || p.id as subject, case when p.is_used then '1 redemption' else 'none' end as expected, count(r.send_id)::text as found
    from promo_codes p
      left join promo_redemptions r on r.promo_code_id = p.id and r.given_back_at is null
      left join sends s on s.id = r.send_id
    group by p.id having count(r.send_id) <> case when p.is_used then 1 else 0 end
      or bool_or(s.status in ('failed', 'cancelled'))`,

  'Lightning money is held for requests that wait': sql<Row>`
    select 'merchant ' || m.id as subject, coalesce(l.sats, 0)::text as expected, coalesce(b.balance_sats, 0)::text as found
    from merchants m
      left join ledger_accounts a on a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'loop-out-hold'
      left join ledger_balances b on b.account_id = a.id
      left join lateral (
        select sum(amount_sats) as sats from lightning_loop_out_requests
        where merchant_id = m.id and node = 'shared' and status = 'pending'
      ) l on true
    where coalesce(l.sats, 0) <> coalesce(b.balance_sats, 0)`,

  'Lightning money that was taken is owed until it is paid': sql<Row>`
    select 'merchant ' || m.id as subject, coalesce(l.sats, 0)::text as expected, coalesce(b.balance_sats, 0)::text as found
    from merchants m
      left join ledger_accounts a on a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'loop-out-payable'
      left join ledger_balances b on b.account_id = a.id
      left join lateral (
        select sum(r.amount_sats) as sats from lightning_loop_out_requests r
        where r.merchant_id = m.id and r.first_leg = 'taken'
          and not exists (select from sends s where s.loop_out_id = r.id and s.transfer_id is not null)
      ) l on true
    where coalesce(l.sats, 0) <> coalesce(b.balance_sats, 0)`,
}
