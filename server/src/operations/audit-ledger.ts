import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { collectionChecks } from './audit-collections.ts'
import { lightningChecks } from './audit-lightning.ts'
import { type AuditNote, listAuditNotes } from './audit-notes.ts'
import { recordChecks } from './audit-records.ts'
import { promoAndLoopOutChecks, sendChecks } from './audit-sends.ts'
import type { AuditRow } from './table.audit-runs.ts'

/** What a check found. */
export type Finding = AuditRow & { check: string }

export type AuditOutcome = { checks: string[]; findings: Finding[]; notes: AuditNote[] }

/**
 * Recomputes every stored figure from the entries that it comes from. Each check names what it compared. A clean ledger
 * gives no findings.
 */
export const auditLedger = async (db: Db): Promise<AuditOutcome> => {
  const findings: Finding[] = []
  for (const [check, query] of Object.entries(allChecks)) {
    const { rows } = await query.execute(db)
    findings.push(...rows.map((row) => ({ check, ...row })))
  }
  return { checks: Object.keys(allChecks), findings, notes: await listAuditNotes(db) }
}

const checks = {
  'Every transfer sums to zero': sql<AuditRow>`
    select 'transfer ' || transfer_id as subject, '0' as expected, sum(amount_sats) || ' sats, ' || sum(amount_usd) || ' USD' as found
    from ledger_entries group by transfer_id having sum(amount_sats) <> 0 or sum(amount_usd) <> 0`,

  'Every transfer has entries': sql<AuditRow>`
    select 'transfer ' || t.id as subject, 'at least 2 entries' as expected, count(e.transfer_id)::text as found
    from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id group by t.id having count(e.transfer_id) < 2`,

  'Balances equal the sum of their entries': sql<AuditRow>`
    select a.owner_kind || ' ' || a.owner_id || ' ' || a.kind as subject, coalesce(s.sats, 0) || ' sats, ' || coalesce(s.usd, 0) || ' USD' as expected,
      coalesce(b.balance_sats::text, 'no balance') || ' sats, ' || coalesce(b.balance_usd::text, 'no balance') || ' USD' as found
    from ledger_accounts a join ledger_account_kinds k on k.kind = a.kind
      left join ledger_balances b on b.account_id = a.id
      left join lateral (
        select (k.normal_sign * sum(amount_sats))::bigint as sats, k.normal_sign * sum(amount_usd) as usd
        from ledger_entries where account_id = a.id
      ) s on true
    where k.guard = 'balance'
      and (coalesce(s.sats, 0) is distinct from coalesce(b.balance_sats, 0) or coalesce(s.usd, 0) is distinct from coalesce(b.balance_usd, 0))`,

  'Only valid payments are booked': sql<AuditRow>`
    select 'transaction ' || t.id as subject, case when t.booked then 'a transfer that is not reversed' else 'no transfer' end as expected,
      coalesce('transfer ' || t.transfer_id, 'none') || case when r.id is null then '' else ', reversed by ' || r.id end as found
    from transactions t left join ledger_transfers r on r.reverses = t.transfer_id
    where (t.transfer_id is not null and (not t.booked or r.id is not null))
      or (t.booked and t.type = 'incoming' and t.purpose = 'invoice' and t.transfer_id is null
        and exists (select from fee_transactions f where f.transaction_id = t.id and f.reversed_at is null))`,

  'Fee records match the ledger': sql<AuditRow>`
    select 'merchant ' || m.id as subject, coalesce(l.sats, 0)::text as expected, coalesce(f.sats, 0)::text as found
    from merchants m
      left join lateral (
        select sum(e.amount_sats) as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
          join ledger_transfers t on t.id = e.transfer_id
          left join ledger_transfers o on o.id = t.reverses
        where a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'fees-owed' and coalesce(o.kind, t.kind) = 'payment'
      ) l on true
      left join lateral (
        select sum(fee_btc * 100000000)::bigint as sats from fee_transactions f
        where f.merchant_id = m.id and f.reversed_at is null
          and (f.transaction_type = 'deposit' or (f.transaction_type = 'lightning' and f.told_by_merchant))
      ) f on true
    where coalesce(l.sats, 0) <> coalesce(f.sats, 0)`,

  'Merchant deposits match their booked payments': sql<AuditRow>`
    select 'merchant ' || m.id as subject, coalesce(sum(t.amount_usd), 0)::text as expected, m.total_deposits_usd::text as found
    from merchants m left join transactions t on t.merchant_id = m.id and t.type = 'incoming' and t.booked and t.purpose <> 'loop-out'
    group by m.id having coalesce(sum(t.amount_usd), 0) <> m.total_deposits_usd`,

  'Sums carried forward match their entries': sql<AuditRow>`
    select coalesce(c.account_id, e.account_id) || ' ' || coalesce(c.category, e.category) as subject,
      coalesce(e.sats, 0) || ' sats, ' || coalesce(e.usd, 0) || ' USD, ' || coalesce(e.standing, 0) || ' standing, ' || coalesce(e.collected, 0) || ' collected' as expected,
      coalesce(c.amount_sats, 0) || ' sats, ' || coalesce(c.amount_usd, 0) || ' USD, ' || coalesce(c.standing, 0) || ' standing, ' || coalesce(c.collected_sats, 0) || ' collected' as found
    from carried_sums c full join (
      select m.account_id, m.category, sum(m.amount_sats) as sats, sum(m.amount_usd) as usd, sum(m.standing) as standing, sum(m.collected_sats) as collected
      from earning_entries m, carried_through t where m.posted_in < t.before or m.transfer_id <= t.base group by 1, 2
    ) e on e.account_id = c.account_id and e.category = c.category
    where (coalesce(e.sats, 0), coalesce(e.usd, 0), coalesce(e.standing, 0), coalesce(e.collected, 0))
      is distinct from (coalesce(c.amount_sats, 0), coalesce(c.amount_usd, 0), coalesce(c.standing, 0), coalesce(c.collected_sats, 0))`,

  'Daily revenue matches its entries': sql<AuditRow>`
    select coalesce(d.day, e.day) || ', merchant ' || coalesce(d.merchant_id, e.merchant_id) || ', ' || coalesce(d.kind, e.kind) as subject,
      coalesce(e.revenue_sats, 0) || ' and ' || coalesce(e.partner_sats, 0) || ' sats of ' || coalesce(e.fees, 0) || ' fees' as expected,
      coalesce(d.revenue_sats, 0) || ' and ' || coalesce(d.partner_sats, 0) || ' sats of ' || coalesce(d.fees, 0) || ' fees' as found
    from revenue_days d full join (
      select p.day, p.merchant_id, p.kind, sum(p.fees) as fees, sum(p.revenue_sats) as revenue_sats, sum(p.revenue_usd) as revenue_usd,
        sum(p.partner_sats) as partner_sats, sum(p.partner_usd) as partner_usd
      from fee_parts p, revenue_through t where p.posted_in < t.before or p.transfer_id <= t.base group by 1, 2, 3
    ) e on e.day = d.day and e.merchant_id = d.merchant_id and e.kind = d.kind
    where (d.fees, d.revenue_sats, d.revenue_usd, d.partner_sats, d.partner_usd)
      is distinct from (e.fees, e.revenue_sats, e.revenue_usd, e.partner_sats, e.partner_usd)`,

  'Partner figures match the sums carried forward': sql<AuditRow>`
    select 'partner ' || p.id as subject,
      concat_ws(' ', n.balance_btc, n.earned_btc, n.withdrawn_btc, n.balance_usd, n.earned_usd, n.withdrawn_usd, n.lightning_usd) as expected,
      concat_ws(' ', p.current_balance_btc, p.total_earned_btc, p.total_withdrawn_btc, p.current_balance_usd, p.total_earned_usd,
        p.total_withdrawn_usd, p.lightning_earned_usd) as found
    from partners p join carried_partner_figures n on n.partner_id = p.id
    where (p.current_balance_btc, p.total_earned_btc, p.total_withdrawn_btc, p.current_balance_usd, p.total_earned_usd,
        p.total_withdrawn_usd, p.lightning_earned_usd) is distinct from
      (n.balance_btc, n.earned_btc, n.withdrawn_btc, n.balance_usd, n.earned_usd, n.withdrawn_usd, n.lightning_usd)`,

  'Partner balances reconcile': sql<AuditRow>`
    select 'partner ' || partner_id as subject, earned_sats::text as expected,
      (balance_sats + held_sats + withdrawn_sats)::text as found
    from partner_figures where earned_sats <> balance_sats + held_sats + withdrawn_sats`,

  'No negative balances (except reversals)': sql<AuditRow>`
    select a.owner_kind || ' ' || a.owner_id || ' ' || a.kind as subject, 'at least 0' as expected, b.balance_sats::text as found
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where b.balance_sats < 0 and not exists (
      select from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where e.account_id = a.id and t.reverses is not null)`,
}

const allChecks = {
  ...checks,
  ...recordChecks,
  ...sendChecks,
  ...collectionChecks,
  ...promoAndLoopOutChecks,
  ...lightningChecks,
}
