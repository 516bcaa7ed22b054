import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { AuditScope } from './audit-scope.ts'
import type { AuditRow } from './table.audit-runs.ts'

/** Entries of the accounts of our nodes. The main engine's account is the platform's. */
const nodeEntries = sql`
  select e.transfer_id, e.amount_sats, case a.owner_kind when 'engine' then a.owner_id else 1 end as engine_id
  from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = 'lightning-node'`

/** What the ledger has booked as received by the platform's nodes, by payment hash. */
const booked = sql`
  select t.engine_key as payment_hash, t.merchant_id, 'transaction ' || t.id as what, (t.amount * 100000000)::bigint as sats,
    n.engine_id
  from (${nodeEntries}) n join transactions t on t.transfer_id = n.transfer_id
  where t.method = 'lightning' and t.type = 'incoming' and t.booked
  union all
  select payment_hash, merchant_id, 'loop-out ' || id, amount_sats, engine_id from lightning_loop_out_requests
  where node = 'own' and first_leg = 'taken' and payment_hash is not null`

/** Who says that a payment hash is the merchant's. What a merchant's own server says is no proof. */
const issued = sql`
  select destination as payment_hash, merchant_id, node, server_url from invoice_destinations where kind = 'payment-hash'
  union all
  select payment_hash, merchant_id, node, server_url from lnurl_invoices`

export const nodeAccountCheck = 'The Lightning node account equals received minus sent'

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

  [nodeAccountCheck]: sql<AuditRow>`
    select case k.id when 1 then 'platform lightning-node' else 'engine ' || k.id || ' lightning-node' end as subject,
      (coalesce(r.sats, 0) - coalesce(o.sats, 0))::text as expected, coalesce(l.sats, 0)::text as found
    from (select 1 as id union select id from engines) k
      left join (select engine_id, sum(amount_sats) as sats from node_payments group by 1) r on r.engine_id = k.id
      left join (select engine_id, sum(amount_sats) as sats from lightning_loop_out_requests
        where node = 'shared' and carried_out = 'by-hand' group by 1) o on o.engine_id = k.id
      left join (select n.engine_id, sum(n.amount_sats) as sats
        from (${nodeEntries}) n join ledger_transfers t on t.id = n.transfer_id
        where t.kind in ('payment', 'reversal') or t.kind like 'loop-out-%' group by 1) l on l.engine_id = k.id
    where coalesce(r.sats, 0) - coalesce(o.sats, 0) <> coalesce(l.sats, 0)`,

  'Lightning payments are booked at the node that issued their hash': sql<AuditRow>`
    select b.what as subject, 'engine ' || i.engine_id as expected, 'engine ' || b.engine_id as found
    from (${booked}) b join lateral (
      select e.id as engine_id from (${issued}) i join engines e on e.url = rtrim(i.server_url, '/')
      where i.payment_hash = b.payment_hash and i.merchant_id = b.merchant_id and i.node = 'shared'
    ) i on true
    where i.engine_id <> b.engine_id`,

  'Loop-outs take no more from a node than it received for the merchant': sql<AuditRow>`
    select 'merchant ' || o.merchant_id || ', engine ' || o.engine_id as subject, 'at most ' || r.sats || ' sats' as expected,
      o.sats || ' sats' as found
    from (select merchant_id, engine_id, sum(amount_sats) as sats from lightning_loop_out_requests
        where node = 'shared' and (first_leg = 'taken' or carried_out = 'by-hand') group by 1, 2) o
      cross join lateral (select coalesce(sum(n.amount_sats), 0) as sats
        from transactions t join node_payments n on n.transaction_id = t.id
        where t.merchant_id = o.merchant_id and n.engine_id = o.engine_id) r
    where o.sats > r.sats`,

  // A merchant's own server may name any hash, also one that our node issued to the same merchant. Only a payment that is
  // booked at our node and that our node never issued is wrong. What a loop-out took is compared by its own hash above.
  'No payment from a merchant’s own server is booked at the platform’s node': sql<AuditRow>`
    select b.what as subject, 'a hash of the platform’s node' as expected, 'reported by ' || i.server_url as found
    from (${booked}) b join lateral (
      select min(server_url) as server_url from (${issued}) i
      where i.payment_hash = b.payment_hash and i.merchant_id = b.merchant_id having bool_and(i.node = 'own')
    ) i on true
    where b.what like 'transaction %'`,

  'Paid Lightning Address invoices are booked with their payment': sql<AuditRow>`
    select 'payment hash ' || l.payment_hash as subject, 'a booked payment' as expected, 'transaction ' || coalesce(l.transaction_id::text, 'none') as found
    from lnurl_invoices l left join transactions t
      on t.id = l.transaction_id and t.merchant_id = l.merchant_id and t.engine_key = l.payment_hash and t.booked
    where l.paid_at is not null and t.id is null`,

  'Invoices of abandoned loop-outs stay unpaid': sql<AuditRow>`
    select 'loop-out ' || l.loop_out_id as subject, '0 sats' as expected, l.received_sats || ' sats' as found
    from loop_out_invoices l
    where l.received_sats > 0 and not exists (select from node_payments n where n.payment_hash = l.payment_hash)`,
}

/** The same for new payments, row by row. */
export const newLightningChecks = ({ transactions }: AuditScope) => ({
  'New Lightning payments match what the platform’s node received': sql<AuditRow>`
    select 'payment hash ' || t.engine_key as subject,
      case when n.payment_hash is null then 'no record' else coalesce(n.received_sats, n.amount_sats) || ' sats' end as expected,
      (t.amount * 100000000)::bigint || ' sats' as found
    from ${transactions} t join ledger_entries e on e.transfer_id = t.transfer_id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'lightning-node'
      left join node_payments n on n.payment_hash = t.engine_key
    where t.method = 'lightning' and t.type = 'incoming' and t.booked
      and (n.transaction_id is distinct from t.id or n.amount_sats <> t.amount * 100000000
        or coalesce(n.received_sats, n.amount_sats) <> n.amount_sats)`,
})

/**
 * What the channels of each Lightning node last held, next to the ledger's figure. It is information and no finding:
 * channels are opened, closed and rebalanced, and routing is paid, outside the ledger.
 */
export const readNodeFigures = async (db: Db): Promise<{ name: string; nodeBtc: string; ledgerBtc: string }[]> => {
  const { rows } = await sql<{ name: string; nodeSats: bigint; ledgerSats: bigint }>`
    select k.name, k.node_local_sats as node_sats,
      coalesce((select sum(n.amount_sats) from (${nodeEntries}) n where n.engine_id = k.id), 0)::bigint as ledger_sats
    from engines k where k.node_local_sats is not null order by k.id`.execute(db)
  return rows.map(({ name, nodeSats, ledgerSats }) => ({
    name,
    nodeBtc: fromSats(nodeSats),
    ledgerBtc: fromSats(ledgerSats),
  }))
}
