import { sql } from 'kysely'
import type { AuditScope } from './audit-scope.ts'
import type { AuditRow } from './table.audit-runs.ts'

/** The store whose wallet has a payment. Merchants' own servers may report anything, so only ours are compared. */
const onOurServer = sql`exists (select from stores s where s.merchant_id = t.merchant_id and s.engine_id is not null
  and case when t.at_store is null then s.replaces is null else s.id = t.at_store end)`

const isOnChain = sql`t.type = 'incoming' and t.method = 'on-chain' and t.status <> 'failed'`

/** Checks of payments against what the chain and the wallet say about their transactions. */
export const paymentChecks = ({ transactions }: AuditScope) => ({
  'Payments are no more than their transaction brought': sql<AuditRow>`
    select 'transaction ' || t.txid || ' of merchant ' || t.merchant_id as subject, 'at most ' || min(t.brought) as expected,
      sum(t.sats)::text as found
    from (
      select t.merchant_id, t.at_store, t.txid, (t.amount * 100000000)::bigint as sats,
        -- The wallet's own figure, or all outputs, as far as either is known.
        least(max(t.wallet_sats) over (partition by t.merchant_id, t.at_store, t.txid), (
          select sum((o ->> 'sats')::bigint) from transaction_details d, jsonb_array_elements(d.outputs) o
          where d.txid = t.txid)) as brought
      from transactions t
      where t.txid in (select t.txid from ${transactions} t where ${isOnChain}) and ${isOnChain} and ${onOurServer}
    ) t
    group by t.merchant_id, t.at_store, t.txid having sum(t.sats) > min(t.brought)`,

  'Payments are no more than their output': sql<AuditRow>`
    select 'transaction ' || t.id as subject, coalesce(o.sats, 0)::text as expected, (t.amount * 100000000)::bigint::text as found
    from ${transactions} t join transaction_details d on d.txid = t.txid
      left join lateral (select (x ->> 'sats')::bigint as sats from jsonb_array_elements(d.outputs) x
        where t.engine_key = t.txid || '-' || (x ->> 'index')) o on true
    where ${isOnChain} and t.engine_key <> t.txid and t.amount * 100000000 > coalesce(o.sats, 0) and ${onOurServer}`,

  'Deposits are to no invoice and no deposit address': sql<AuditRow>`
    select 'transaction ' || t.id as subject, 'for ' || coalesce('invoice ' || i.invoice_id, 'deposit address ' || d.id) as expected,
      'a deposit' as found
    from ${transactions} t cross join lateral (
        select t.address as address where t.address is not null
        union
        -- A payment without an output is every output of its transaction that has no row of its own.
        select x.address from (
          select o ->> 'address' as address, t.txid || '-' || (o ->> 'index') as outpoint
          from transaction_details e, jsonb_array_elements(e.outputs) o where e.txid = t.txid
          union all
          select c.address, c.outpoint from stores s join store_coins c on c.store_ref = s.id
          where s.merchant_id = t.merchant_id and c.outpoint like t.txid || '-%'
        ) x
        where t.engine_key = t.txid
          -- It is asked for its outputs soon.
          and (t.outputs_due_at is null or t.outputs_due_at < app_now() - interval '10 minutes')
          and not exists (select from transactions o
            where o.merchant_id = t.merchant_id and o.type = 'incoming' and o.engine_key = x.outpoint)
      ) a
      left join invoice_destinations i on i.kind = 'address' and i.destination = a.address and i.merchant_id = t.merchant_id
      left join deposit_addresses d on d.merchant_id = t.merchant_id and d.address = a.address
    where ${isOnChain} and t.purpose = 'deposit' and (i.invoice_id is not null or d.id is not null) and ${onOurServer}`,

  'Payments of customers are to the customer’s address': sql<AuditRow>`
    select 'transaction ' || t.id as subject, d.address as expected, coalesce(t.address, 'none') as found
    from ${transactions} t join deposit_addresses d on d.id = t.deposit_address_id
    where ${isOnChain} and (t.address is distinct from d.address or t.merchant_id <> d.merchant_id
      or t.purpose <> 'invoice') and ${onOurServer}`,
})
