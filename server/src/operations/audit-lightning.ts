import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { AuditRow } from './table.audit-runs.ts'

const nodeEntries = sql`
  select e.transfer_id, e.amount_sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where a.owner_kind = 'platform' and a.kind = 'lightning-node'`

/** What the ledger has booked as received by the platform's node, by payment hash. */
const booked = sql`
  select t.engine_key as payment_hash, t.merchant_id, 'transaction ' || t.id as what, (t.amount * 100000000)::bigint as sats
  from (${nodeEntries}) n join transactions t on t.transfer_id = n.transfer_id
  where t.method = 'lightning' and t.type = 'incoming' and t.booked
  union all
  select payment_hash, merchant_id, 'loop-out ' || id, amount_sats from lightning_loop_out_requests
  where node = 'own' and first_leg = 'taken' and payment_hash is not null`

/** Checks between the platform's Lightning node and the ledger, by payment hash. */
export const lightningChecks = {
  'Each payment hash of the platform’s node is booked once': sql<AuditRow>`
    select 'payment hash ' || payment_hash as subject, 'one booking' as expected, string_agg(what, ', ' order by what) as found
    from (${booked}) b group by payment_hash having count(*) > 1`,

  // Where the node was not asked yet, the amount recorded at the booking is compared.
  'Booked Lightning payments match what the platform’s node received': sql<AuditRow>`
    select 'payment hash ' || coalesce(b.payment_hash, n.payment_hash) as subject,
      case when n.payment_hash is null then 'no record' else coalesce(n.received_sats, n.amount_sats) || ' sats' end as expected,
      coalesce(b.sats, 0) || ' sats' as found
    from (select payment_hash, sum(sats) as sats from (${booked}) b group by payment_hash) b
      full join node_payments n on n.payment_hash = b.payment_hash
    where b.sats is distinct from n.amount_sats or (n.received_sats is not null and n.received_sats <> n.amount_sats)`,

  'The Lightning node account equals received minus sent': sql<AuditRow>`
    select 'platform lightning-node' as subject, (r.sats - o.sats)::text as expected, l.sats::text as found
    from (select coalesce(sum(amount_sats), 0) as sats from node_payments) r,
      (select coalesce(sum(amount_sats), 0) as sats from lightning_loop_out_requests
        where node = 'shared' and carried_out = 'by-hand') o,
      (select coalesce(sum(n.amount_sats), 0) as sats from (${nodeEntries}) n join ledger_transfers t on t.id = n.transfer_id
        where t.kind in ('payment', 'reversal') or t.kind like 'loop-out-%') l
    where r.sats - o.sats <> l.sats`,

  'No payment from a merchant’s own server is booked at the platform’s node': sql<AuditRow>`
    select b.what as subject, 'a hash of the platform’s node' as expected, 'reported by ' || coalesce(d.server_url, 'another server') as found
    from (${booked}) b join invoice_destinations d
      on d.kind = 'payment-hash' and d.destination = b.payment_hash and d.merchant_id = b.merchant_id and d.node = 'own'`,

  'Invoices of abandoned loop-outs stay unpaid': sql<AuditRow>`
    select 'loop-out ' || l.loop_out_id as subject, '0 sats' as expected, l.received_sats || ' sats' as found
    from loop_out_invoices l
    where l.received_sats > 0 and not exists (select from node_payments n where n.payment_hash = l.payment_hash)`,
}

/**
 * What the channels of the platform's Lightning node last held, next to the ledger's figure. It is information and no
 * finding: channels are opened, closed and rebalanced, and routing is paid, outside the ledger.
 */
export const readNodeFigures = async (db: Db): Promise<{ nodeBtc: string; ledgerBtc: string } | undefined> => {
  const { rows } = await sql<{ nodeSats: bigint; ledgerSats: bigint }>`
    select c.node_local_sats as node_sats, coalesce((
      select sum(e.amount_sats) from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.owner_kind = 'platform' and a.kind = 'lightning-node'), 0)::bigint as ledger_sats
    from engine_checks c where c.node_local_sats is not null`.execute(db)
  const [figures] = rows
  return figures && { nodeBtc: fromSats(figures.nodeSats), ledgerBtc: fromSats(figures.ledgerSats) }
}
