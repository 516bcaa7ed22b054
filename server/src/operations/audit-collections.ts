import { sql } from 'kysely'
import type { AuditRow } from './table.audit-runs.ts'

/** What each merchant has paid off: what the bookings of its confirmed sweeps and fee payments took from what it owed. */
const paidOff = sql`(
  select merchant_id, sum(sats) as sats from (
    select s.merchant_id, -e.amount_sats as sats
    from sends s join ledger_entries e on e.transfer_id = s.transfer_id
      join ledger_accounts a on a.id = e.account_id and a.owner_kind = 'merchant'
    where s.kind = 'sweep' and s.status = 'confirmed'
    union all
    select a.owner_id, -e.amount_sats
    from fee_payments p join ledger_entries e on e.transfer_id = p.transfer_id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'fees-owed'
  ) p group by 1
)`

/** Fees in the order in which a merchant's money pays for them, next to what arrived from it. */
const covered = sql`(
  select f.id, f.merchant_id, f.transfer_id, f.processed, due_sats(f) as due,
    sum(due_sats(f)) over (partition by f.merchant_id order by f.id) <= coalesce(s.sats, 0) as is_covered
  from fee_transactions f left join ${paidOff} s on s.merchant_id = f.merchant_id
  where f.reversed_at is null and not is_deducted(f)
  union all
  select f.id, f.merchant_id, f.transfer_id, f.processed, 0, true
  from fee_transactions f where f.reversed_at is null and is_deducted(f)
)`

/** Checks between the money collected from merchants and what partners may withdraw. */
export const collectionChecks = {
  'Fees count as collected once received money covers them': sql<AuditRow>`
    select 'fee ' || f.id as subject, case when f.is_covered then 'collected' else 'not collected' end as expected,
      case when f.processed then 'collected' else 'not collected' end as found
    from ${covered} f where f.processed <> f.is_covered`,

  'Collected fees match what was received': sql<AuditRow>`
    select 'merchant ' || m.id as subject, coalesce(s.sats, 0) || ' received, ' || coalesce(f.sats, 0) || ' assigned' as expected,
      coalesce(c.collected_sats, 0) || ' received, ' || coalesce(c.assigned_sats, 0) || ' assigned' as found
    from merchants m left join fee_collections c on c.merchant_id = m.id
      left join ${paidOff} s on s.merchant_id = m.id
      left join (select merchant_id, sum(due) as sats from ${covered} f where is_covered group by 1) f on f.merchant_id = m.id
    where (coalesce(s.sats, 0), coalesce(f.sats, 0)) is distinct from (coalesce(c.collected_sats, 0), coalesce(c.assigned_sats, 0))`,

  'Partners can withdraw what was collected for them': sql<AuditRow>`
    select 'partner ' || p.id as subject, coalesce(e.sats, 0) || ' collected, remaining '
        || coalesce(e.sats, 0) - f.held_sats - f.withdrawn_sats as expected,
      f.collected_sats || ' collected, remaining ' || f.collected_sats - f.held_sats - f.withdrawn_sats as found
    from partners p join partner_figures f on f.partner_id = p.id
      left join (
        select a.owner_id, -sum(x.amount_sats) as sats
        from ${covered} f join ledger_entries x on x.transfer_id = f.transfer_id
          join ledger_accounts a on a.id = x.account_id and a.kind = 'earned'
        where f.is_covered group by 1
      ) e on e.owner_id = p.id
    where coalesce(e.sats, 0) <> f.collected_sats`,

  // Only a partner who withdrew a collected share whose fee was undone later can be below zero.
  'Partners were paid no more than was collected for them': sql<AuditRow>`
    select 'partner ' || p.id as subject, 'at most ' || p.advanced_sats + coalesce(s.sats, 0) + coalesce(l.sats, 0) as expected,
      (f.held_sats + f.withdrawn_sats)::text as found
    from partners p join partner_figures f on f.partner_id = p.id
      left join (select partner_id, sum(amount_sats) as sats from collected_shares where amount_sats > 0 group by 1) s on s.partner_id = p.id
      left join (
        select owner_id, sum(collected_sats) as sats from earning_entries where account = 'earned' and collected_sats > 0 group by 1
      ) l on l.owner_id = p.id
    where f.held_sats + f.withdrawn_sats > p.advanced_sats + coalesce(s.sats, 0) + coalesce(l.sats, 0)`,

  'Collected shares carried forward match their records': sql<AuditRow>`
    select 'partner ' || coalesce(c.partner_id, e.partner_id) as subject, coalesce(e.sats, 0)::text as expected,
      coalesce(c.amount_sats, 0)::text as found
    from carried_collections c full join (
      select s.partner_id, sum(s.amount_sats) as sats from collected_shares s, carried_through t
      where s.recorded_in < t.before or s.id <= t.collections_base group by 1
    ) e on e.partner_id = c.partner_id
    where coalesce(e.sats, 0) <> coalesce(c.amount_sats, 0)`,

  'Fees owed equal fees minus forgiven and collected fees': sql<AuditRow>`
    select 'merchant ' || m.id as subject, (coalesce(f.sats, 0) - coalesce(p.sats, 0) - coalesce(s.sats, 0))::text as expected, coalesce(b.balance_sats, 0)::text as found
    from merchants m
      left join ledger_accounts a on a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'fees-owed'
      left join ledger_balances b on b.account_id = a.id
      left join (select merchant_id, sum(due) as sats from ${covered} f group by 1) f on f.merchant_id = m.id
      left join ${paidOff} p on p.merchant_id = m.id
      left join (
        select merchant_id, sum(amount_sats) as sats from sends
        where kind = 'sweep' and status in ('requested', 'signed', 'broadcast') group by 1
      ) s on s.merchant_id = m.id
    where coalesce(f.sats, 0) - coalesce(p.sats, 0) - coalesce(s.sats, 0) <> coalesce(b.balance_sats, 0)`,

  'Fees are on open invoices or in sweeps, never both': sql<AuditRow>`
    select 'fee ' || f.id as subject, 'one of them, of its own merchant' as expected,
      'invoice ' || i.id || ', ' || coalesce('send ' || f.swept_by, i.status) as found
    from fee_transactions f join fee_invoices i on i.id = f.fee_invoice_id
    where i.merchant_id <> f.merchant_id or f.swept_by is not null
      or (not f.processed and f.reversed_at is null and i.status <> 'open')`,

  'Fee payments pay fees, and the rest is credit': sql<AuditRow>`
    select 'fee payment ' || p.id as subject, p.amount_sats || ' received, ' || p.paid_sats || ' paid' as expected,
      coalesce(b.received, 0) || ' received, ' || coalesce(b.paid, 0) || ' paid' as found
    from fee_payments p left join lateral (
      select sum(e.amount_sats) filter (where a.owner_kind = 'platform' and a.kind = 'wallet') as received,
        -sum(e.amount_sats) filter (where a.owner_id = p.merchant_id and a.kind = 'fees-owed') as paid
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transfer_id = p.transfer_id
    ) b on true
    where p.transfer_id is not null and (coalesce(b.received, 0), coalesce(b.paid, 0)) <> (p.amount_sats, p.paid_sats)
    union all
    select 'merchant ' || m.id, coalesce(p.sats, 0) || ' credit', coalesce(b.balance_sats, 0) || ' credit'
    from merchants m
      left join ledger_accounts a on a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'fee-credit'
      left join ledger_balances b on b.account_id = a.id
      left join (select merchant_id, sum(amount_sats - paid_sats) as sats from fee_payments
        where transfer_id is not null group by 1) p on p.merchant_id = m.id
    where coalesce(p.sats, 0) <> coalesce(b.balance_sats, 0)`,

  'Forgiving ends the partners’ shares of the same fees': sql<AuditRow>`
    select 'partner ' || p.id as subject, coalesce(s.sats, 0)::text as expected, coalesce(l.sats, 0)::text as found
    from partners p
      left join (select x.partner_id, sum(x.share_sats) as sats from partner_shares x join fee_transactions f on f.id = x.fee_id
        where f.forgiven_at is not null group by 1) s on s.partner_id = p.id
      left join (select a.owner_id, sum(e.amount_sats) as sats from ledger_transfers t
          join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id and a.kind = 'earned'
        where t.kind = 'forgive' group by 1) l on l.owner_id = p.id
    where coalesce(s.sats, 0) <> coalesce(l.sats, 0)`,

  'Partner shares of fees match partner earnings': sql<AuditRow>`
    select 'fee ' || f.id as subject, coalesce(e.sats, 0)::text as expected, f.partner_sats::text as found
    from fee_transactions f left join (
      select x.transfer_id, -sum(x.amount_sats) as sats from ledger_entries x join ledger_accounts a on a.id = x.account_id
      where a.kind = 'earned' group by 1
    ) e on e.transfer_id = f.transfer_id
    where f.transfer_id is not null and f.partner_sats <> coalesce(e.sats, 0)`,

  'Forgiven and reserved fees belong to valid payments': sql<AuditRow>`
    select 'fee ' || f.id as subject,
      case when f.reversed_at is null or f.forgiven_at is not null then coalesce(p.forgiven, 0) || ' forgiven, ' || coalesce(p.reserved, 0) || ' reserved, never the partner share'
        else 'nothing for a reversed payment' end as expected,
      f.forgiven_sats || ' forgiven, ' || f.reserved_sats || ' reserved' as found
    from fee_transactions f left join (
      select p.fee_id, sum(p.amount_sats) filter (where r.confirmed_at is not null) as forgiven,
        sum(p.amount_sats) filter (where r.confirmed_at is null) as reserved
      from promo_fee_parts p join promo_redemptions r on r.send_id = p.send_id and r.given_back_at is null group by 1
    ) p on p.fee_id = f.id
    where (f.forgiven_sats, f.reserved_sats) is distinct from (coalesce(p.forgiven, 0), coalesce(p.reserved, 0))
      or (f.reversed_at is not null and f.forgiven_at is null and f.forgiven_sats + f.reserved_sats > 0)
      or f.partner_sats > due_sats(f) - f.reserved_sats`,

  'Promo codes forgive only what their withdrawals allow': sql<AuditRow>`
    select 'withdrawal ' || r.send_id as subject,
      case when r.given_back_at is null and r.confirmed_at is not null and s.status = 'confirmed' then coalesce(p.sats, 0) else 0 end || ' forgiven' as expected,
      r.posted_sats || ' forgiven, ' || coalesce(l.sats, 0) || ' in the ledger' as found
    from promo_redemptions r join sends s on s.id = r.send_id
      left join (select send_id, sum(amount_sats) as sats from promo_fee_parts group by 1) p on p.send_id = r.send_id
      left join (
        select split_part(coalesce(o.reference, t.reference), '#', 1) as of_send, sum(e.amount_sats) as sats
        from ledger_transfers t left join ledger_transfers o on o.id = t.reverses
          join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id and a.kind = 'forgiven'
        where coalesce(o.kind, t.kind) = 'promo' group by 1
      ) l on l.of_send = r.send_id::text
    where r.posted_sats <> case when r.given_back_at is null and r.confirmed_at is not null and s.status = 'confirmed' then coalesce(p.sats, 0) else 0 end
      or r.posted_sats <> coalesce(l.sats, 0) or (r.given_back_at is null and r.forgiven_sats <> coalesce(p.sats, 0))`,
}
