import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { collectionChecks } from './audit-collections.ts'
import { lightningChecks, newLightningChecks, nodeAccountCheck } from './audit-lightning.ts'
import { type AuditNote, listAuditNotes } from './audit-notes.ts'
import { ownerChecks } from './audit-owners.ts'
import { paymentChecks } from './audit-payments.ts'
import { historyRecordChecks, recordChecks, walletCoinsCheck } from './audit-records.ts'
import { type AuditScope, everything, findNewScope } from './audit-scope.ts'
import { checkSealedContents, sealChecks, sealedContentsCheck, sealedSumChecks } from './audit-seals.ts'
import { loopOutChecks, openMoneyChecks, promoChecks, sendChecks } from './audit-sends.ts'
import type { AuditRow, Finding } from './table.audit-runs.ts'

export type AuditOutcome = { checks: string[]; findings: Finding[]; notes: AuditNote[] }

/**
 * Recomputes every stored figure from the entries that it comes from. Each check names what it compared. A clean ledger
 * gives no findings.
 */
export const auditLedger = async (db: Db): Promise<AuditOutcome> => {
  const outcome = await runChecks(db, allChecks)
  const rows = await checkSealedContents(db)
  return {
    checks: [...outcome.checks, sealedContentsCheck],
    findings: [...outcome.findings, ...rows.map((row) => ({ check: sealedContentsCheck, ...row }))],
    notes: await listAuditNotes(db),
  }
}

/**
 * Recomputes what came after the last seal, and checks the seals of what is older. It reads one snapshot, because the sums
 * of the seals and the entries after them must fit together.
 */
export const auditNewEntries = (db: Db): Promise<AuditOutcome> =>
  readSnapshot(db, async (snapshot) => ({
    ...(await runChecks(snapshot, newChecks(await findNewScope(snapshot)))),
    notes: await listAuditNotes(snapshot),
  }))

type Checks = Record<string, RawBuilder<AuditRow>>

const runChecks = async (db: Db, checks: Checks) => {
  const findings: Finding[] = []
  for (const [check, query] of Object.entries(checks)) {
    const { rows } = await query.execute(db)
    findings.push(...rows.map((row) => ({ check, ...row })))
  }
  return { checks: Object.keys(checks), findings }
}

export const readSnapshot = <T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? read(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Checks of the transfers in a range. While one of them finds something, nothing is sealed. */
const rangeChecks = ({ transfers, entries, transactions }: AuditScope) => ({
  'Every transfer sums to zero': sql<AuditRow>`
    select 'transfer ' || transfer_id as subject, '0' as expected, sum(amount_sats) || ' sats, ' || sum(amount_usd) || ' USD' as found
    from ${entries} e group by transfer_id having sum(amount_sats) <> 0 or sum(amount_usd) <> 0`,

  'Every transfer has entries': sql<AuditRow>`
    select 'transfer ' || t.id as subject, 'at least 2 entries' as expected, count(e.transfer_id)::text as found
    from ${transfers} t left join ledger_entries e on e.transfer_id = t.id group by t.id having count(e.transfer_id) < 2`,

  'Only valid payments are booked': sql<AuditRow>`
    select 'transaction ' || t.id as subject, case when t.booked then 'a transfer that is not reversed' else 'no transfer' end as expected,
      coalesce('transfer ' || t.transfer_id, 'none') || case when r.id is null then '' else ', reversed by ' || r.id end as found
    from ${transactions} t left join ledger_transfers r on r.reverses = t.transfer_id
    where (t.transfer_id is not null and (not t.booked or r.id is not null))
      or (t.booked and t.type = 'incoming' and t.purpose = 'invoice' and t.transfer_id is null
        and exists (select from fee_transactions f where f.transaction_id = t.id and f.reversed_at is null))`,
})

/** Checks of current figures. */
const figureChecks = ({ movements }: AuditScope) => ({
  'Balances equal the sum of their entries': sql<AuditRow>`
    select a.owner_kind || ' ' || a.owner_id || ' ' || a.kind as subject, coalesce(s.sats, 0) || ' sats, ' || coalesce(s.usd, 0) || ' USD' as expected,
      coalesce(b.balance_sats::text, 'no balance') || ' sats, ' || coalesce(b.balance_usd::text, 'no balance') || ' USD' as found
    from ledger_accounts a join ledger_account_kinds k on k.kind = a.kind
      left join ledger_balances b on b.account_id = a.id
      left join lateral (
        select (k.normal_sign * sum(amount_sats))::bigint as sats, k.normal_sign * sum(amount_usd) as usd
        from ${movements} m where m.account_id = a.id
      ) s on true
    where k.guard = 'balance'
      and (coalesce(s.sats, 0) is distinct from coalesce(b.balance_sats, 0) or coalesce(s.usd, 0) is distinct from coalesce(b.balance_usd, 0))`,

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

  'Earnings match the sums of their accounts': sql<AuditRow>`
    select 'account ' || a.id as subject, coalesce(m.sats, 0) || ' sats, ' || coalesce(m.usd, 0) || ' USD' as expected,
      coalesce(e.sats, 0) || ' sats, ' || coalesce(e.usd, 0) || ' USD' as found
    from ledger_accounts a join ledger_account_kinds k on k.kind = a.kind
      left join (select account_id, sum(amount_sats) as sats, sum(amount_usd) as usd from earning_sums group by 1) e on e.account_id = a.id
      left join lateral (
        select k.normal_sign * sum(amount_sats) as sats, k.normal_sign * sum(amount_usd) as usd from ${movements} m where m.account_id = a.id
      ) m on true
    where a.kind in ('earned', 'payout-hold', 'revenue')
      and (coalesce(m.sats, 0), coalesce(m.usd, 0)) <> (coalesce(e.sats, 0), coalesce(e.usd, 0))`,
})

/** Checks of sums that only all history proves. */
const historyChecks = {
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
        where f.merchant_id = m.id and (f.reversed_at is null or f.forgiven_at is not null)
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
        sum(p.partner_sats) as partner_sats, sum(p.partner_usd) as partner_usd, sum(p.markup_usd) as markup_usd
      from fee_parts p, revenue_through t where p.posted_in < t.before or p.transfer_id <= t.base group by 1, 2, 3
    ) e on e.day = d.day and e.merchant_id = d.merchant_id and e.kind = d.kind
    where (d.fees, d.revenue_sats, d.revenue_usd, d.partner_sats, d.partner_usd, d.markup_usd)
      is distinct from (e.fees, e.revenue_sats, e.revenue_usd, e.partner_sats, e.partner_usd, e.markup_usd)`,
}

/** What a run over new entries checks. */
const newChecks = (scope: AuditScope): Checks => ({
  ...sealChecks,
  ...rangeChecks(scope),
  ...recordChecks(scope),
  ...paymentChecks(scope),
  ...figureChecks(scope),
  ...sendChecks(scope),
  ...openMoneyChecks(scope),
  ...promoChecks(scope),
  ...loopOutChecks,
  ...newLightningChecks(scope),
})

const allChecks: Checks = {
  ...newChecks(everything),
  ...sealedSumChecks,
  ...historyChecks,
  ...historyRecordChecks,
  ...ownerChecks,
  ...collectionChecks,
  ...lightningChecks,
}

const sealBlockers = new Set(Object.keys({ ...rangeChecks(everything), ...recordChecks(everything) }))

/** Whether what a run found is about the entries themselves. They are sealed once it is resolved. */
export const blocksSealing = ({ check }: Finding): boolean => sealBlockers.has(check)

/**
 * Findings about a single record may be explained by a person. Sums, seals and wallets either fit or don't, so nobody can
 * acknowledge a difference there.
 */
const acknowledgeable = new Set(
  Object.keys({
    ...recordChecks(everything),
    ...historyRecordChecks,
    ...ownerChecks,
    ...sendChecks(everything),
    ...newLightningChecks(everything),
    ...lightningChecks,
  }),
)
for (const check of [walletCoinsCheck, nodeAccountCheck]) acknowledgeable.delete(check)

export const canAcknowledge = ({ check }: Pick<Finding, 'check'>): boolean => acknowledgeable.has(check)
