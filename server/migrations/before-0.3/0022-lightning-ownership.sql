-- A payment hash belongs to the node and the server that issued it. A merchant's own server may name any hash and any
-- address it likes, so one merchant's claims never stand in another's way, and nothing that such a server named is ever
-- asked for at, or credited from, the platform's node.

alter table invoice_destinations
  -- Whose Lightning node issued the hash: the platform's, or the merchant's. Null for addresses.
  add column node text constraint invoice_destinations_node check (node in ('shared', 'own')),
  -- The BTCPay Server and store that named it. Null where that is not known any more: then nobody is asked.
  add column server_url text,
  add column store_id text,
  drop constraint invoice_destinations_unique,
  add constraint invoice_destinations_unique primary key (kind, destination, merchant_id);

-- Which store a merchant had when a destination was saved is in the audit log. Before its first change of stores, a merchant
-- had the one that the platform made for it.
with moves as (
  select merchant_id, at, detail ->> 'serverUrl' as server_url, detail ->> 'storeId' as store_id,
    detail ->> 'lightning' as lightning
  from act_log where act = 'store-adopted' and merchant_id is not null
), origins as (
  select d.kind, d.destination, d.merchant_id,
    case when m.at is not null then m.server_url when not c.moved then s.server_url end as server_url,
    case when m.at is not null then m.store_id when not c.moved then s.store_id end as store_id,
    case when m.at is not null then m.lightning when not c.moved then s.lightning else 'shared' end as lightning
  from invoice_destinations d
    left join stores s on s.merchant_id = d.merchant_id
    left join lateral (
      select * from moves m where m.merchant_id = d.merchant_id and m.at <= d.created_at order by m.at desc limit 1
    ) m on true
    cross join lateral (select exists (select from moves x where x.merchant_id = d.merchant_id) as moved) c
)
update invoice_destinations d set server_url = o.server_url, store_id = o.store_id,
  node = case when d.kind = 'payment-hash' then case when o.lightning = 'shared' then 'shared' else 'own' end end
from origins o
where o.kind = d.kind and o.destination = d.destination and o.merchant_id = d.merchant_id;

alter table invoice_destinations
  add constraint invoice_destinations_issuer check ((kind = 'payment-hash') = (node is not null));
-- Our node makes each hash once and we save it before anyone sees it: whoever names it later did not get it from our node.
create unique index invoice_destinations_shared on invoice_destinations (destination)
  where kind = 'payment-hash' and node = 'shared';

-- The invoices of our node that loop-outs are paid by. They are kept when a loop-out is given up, so that the audit sees a
-- payment that came after all.
create table loop_out_invoices (
  payment_hash text primary key,
  loop_out_id integer not null constraint loop_out_invoices_loop_out references lightning_loop_out_requests,
  -- What our node calls it.
  node_invoice_id text not null,
  expires_at timestamptz not null,
  -- What our node said that it had received when it was last asked.
  received_sats bigint,
  checked_at timestamptz
);
create index loop_out_invoices_by_loop_out on loop_out_invoices (loop_out_id);
-- When an older one expires is not on record: counted from now, it is late rather than early.
insert into loop_out_invoices (payment_hash, loop_out_id, node_invoice_id, expires_at)
select payment_hash, id, invoice_id, app_now() + interval '15 minutes'
from lightning_loop_out_requests where payment_hash is not null and invoice_id is not null;

-- Payments that came to the platform's own node and are in the ledger. The primary key is the guard: a hash counts once,
-- for one payment or one loop-out, whoever asks for it.
create table node_payments (
  payment_hash text constraint node_payments_booked_once primary key,
  transaction_id integer constraint node_payments_transaction references transactions
    constraint node_payments_transaction_unique unique,
  loop_out_id integer constraint node_payments_loop_out references lightning_loop_out_requests
    constraint node_payments_loop_out_unique unique,
  amount_sats bigint not null constraint node_payments_amount check (amount_sats > 0),
  booked_at timestamptz not null default app_now(),
  -- What our node itself says that it received, read for the audit. Null until it has answered, and for what was booked before
  -- it was asked: the node may be another one by now.
  received_sats bigint,
  checked_at timestamptz,
  constraint node_payments_purpose check (num_nonnulls(transaction_id, loop_out_id) = 1)
);
create index node_payments_unchecked on node_payments (booked_at) where checked_at is null;
-- A hash that was booked twice in the past stays booked twice in the ledger, where the audit finds it.
insert into node_payments (payment_hash, loop_out_id, amount_sats, booked_at, checked_at)
select payment_hash, id, amount_sats, coalesce(processed_at, created_at), app_now() from lightning_loop_out_requests
where node = 'own' and first_leg = 'taken' and payment_hash is not null;
insert into node_payments (payment_hash, transaction_id, amount_sats, booked_at, checked_at)
select t.engine_key, t.id, (t.amount * 100000000)::bigint, coalesce(t.confirmed_at, t.seen_at), app_now()
from transactions t
where t.method = 'lightning' and t.type = 'incoming' and t.booked and exists (
  select from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where e.transfer_id = t.transfer_id and a.owner_kind = 'platform' and a.kind = 'lightning-node')
order by t.id
on conflict do nothing;

-- What the node's channels hold, for the operator to know: channels are opened and closed and fees are paid outside the ledger.
alter table engine_checks add column node_local_sats bigint, add column node_read_at timestamptz;

-- A Lightning payment that the worker found first and BTCPay reported later was counted twice in what the invoice was paid.
with counted as (
  select i.id, coalesce(sum(t.amount * 100000000) filter (where t.status <> 'failed'), 0)::bigint as sats
  from invoices i left join transactions t
    on t.merchant_id = i.merchant_id and t.invoice_id = i.invoice_id and t.type = 'incoming'
  where i.late_sats > 0 group by i.id
)
update invoices i set late_sats = greatest(0, i.late_sats - (i.paid_sats - c.sats)), paid_sats = c.sats
from counted c where c.id = i.id and i.paid_sats > c.sats;

-- Addresses that a store's wallet handed out or would hand out next, so that nothing is sent back to where it came from.
create table store_addresses (
  store_ref integer not null constraint store_addresses_store references stores,
  -- The wallet: a merchant may move to another store.
  store_id text not null,
  address text not null,
  -- The place among the wallet's receiving addresses, where the engine told it.
  receive_index integer,
  -- The wallet gave it to somebody or was paid there; else it is one of the next.
  handed_out boolean not null,
  created_at timestamptz not null default app_now(),
  constraint store_addresses_unique primary key (store_ref, store_id, address)
);
create index store_addresses_by_index on store_addresses (store_ref, store_id, receive_index);
insert into store_addresses (store_ref, store_id, address, handed_out)
select c.store_ref, s.store_id, c.address, true from store_coins c join stores s on s.id = c.store_ref
where s.merchant_id is null and s.store_id is not null
union
select p.id, p.store_id, x.address, true from sends x join stores p on p.merchant_id is null and p.store_id is not null
where x.kind = 'sweep' or (x.kind = 'bump' and x.store_ref = p.id)
union
select s.id, s.store_id, r.on_chain_address, true from lightning_loop_out_requests r
  join stores s on s.merchant_id = r.merchant_id and s.store_id is not null
where not exists (select from act_log a where a.act = 'store-adopted' and a.merchant_id = r.merchant_id and a.at > r.created_at)
on conflict do nothing;

-- What a payment of ours changes in the platform's wallet when it goes where it should. The rest of a transaction, such as a
-- payment to one of our own addresses, is the operator's capital.
create function expected_in_platform_wallet(of_txid text) returns bigint language sql stable as $$
  select case
    when s.kind = 'sweep' then v.payee_sats
    when s.store_ref <> p.id then 0
    when s.kind = 'bump' then -v.network_fee_sats
    else -v.payee_sats - v.network_fee_sats end
  from send_versions v join sends s on s.id = v.send_id, stores p
  where v.txid = of_txid and p.merchant_id is null
$$;

-- Earlier payments to our own addresses are explained in the same way.
do $$
declare
  odd record;
  v_price numeric;
  v_transfer bigint;
begin
  select price into v_price from prices where currency = 'USD' order by at desc limit 1;
  for odd in
    select t.txid, t.bookings, t.amount_sats - expected_in_platform_wallet(t.txid) as sats
    from platform_transactions t
    where t.send_id is not null and t.transfer_id is null and t.confirmations > 0
      and t.amount_sats <> expected_in_platform_wallet(t.txid)
  loop
    v_transfer := post_transfer('capital', odd.txid || '#' || odd.bookings + 1, jsonb_build_array(
      jsonb_build_object('owner', 'platform', 'ownerId', 0, 'kind', 'wallet', 'sats', odd.sats::text,
        'usd', round(odd.sats * coalesce(v_price, 0) / 100000000, 8)::text),
      jsonb_build_object('owner', 'platform', 'ownerId', 0, 'kind', 'capital', 'sats', (-odd.sats)::text,
        'usd', round(-odd.sats * coalesce(v_price, 0) / 100000000, 8)::text)), v_price);
    update platform_transactions set transfer_id = v_transfer, bookings = bookings + 1 where txid = odd.txid;
  end loop;
end
$$;
