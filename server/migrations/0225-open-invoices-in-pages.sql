-- Open invoices are read together, and coins and balance only if the transactions of the wallet changed.

-- When coins and balance were read, and when a page of transactions last differed from what is saved.
alter table stores add column funds_read_at timestamptz, add column wallet_changed_at timestamptz;

-- Whether coins and balance of a wallet are to be read although its transactions are known: they may come later than those,
-- and BTCPay forgets the coin of a replaced payment after minutes. So they are read again after 10 seconds and then less and
-- less often.
create function are_funds_due(s stores) returns boolean language sql stable as $$
  select coalesce(s.funds_read_at + least(interval '1 hour',
    greatest(interval '10 seconds', 2 * (s.funds_read_at - coalesce(s.wallet_changed_at, s.funds_read_at - interval '1 hour')))) <= app_now(), true)
$$;

-- Whether a page of a wallet's transactions shows anything that isn't saved, or the first page no longer shows what is.
create function wallet_differs(of_merchant integer, wallet integer, page jsonb, is_first boolean, is_whole boolean)
  returns boolean language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  -- What is less deep than this is on the first page.
  shown_below integer;
begin
  if exists (
    select from jsonb_to_recordset(page) as x (txid text, sats bigint, confirmations integer, height integer)
    cross join lateral (
      select coalesce(sum(k.amount * 100000000) filter (where k.type = 'incoming'), 0) as incoming_sats,
        count(*) filter (where k.type = 'incoming') as incoming,
        count(*) filter (where k.type = 'outgoing') as outgoing,
        coalesce(bool_or(k.type = 'incoming' and k.engine_key = k.txid), false) as has_rest,
        coalesce(bool_or((not k.final or (k.status = 'failed' and x.confirmations > 0))
          and (k.confirmations <> x.confirmations or k.block_height is distinct from x.height or k.disputed
            or k.status <> case when x.confirmations > 0 then 'confirmed' else 'pending' end
            or (k.type = 'incoming' and k.booked <> (x.confirmations > 0)))), false) as has_moved
      from (select t.* from transactions t where t.txid = x.txid offset 0) k
      where k.merchant_id = of_merchant and k.at_store is not distinct from wallet and k.method = 'on-chain'
    ) k
    where k.has_moved or (x.sats < 0 and k.outgoing = 0) or (x.sats > 0
      and (x.sats > k.incoming_sats or (x.sats < k.incoming_sats and k.has_rest and k.incoming > 1))))
  then
    return true;
  end if;
  if not is_first then return false; end if;
  if not is_whole then
    select min(x.confirmations) into shown_below from jsonb_to_recordset(page) as x (confirmations integer);
  end if;
  return exists (
    select from transactions t
    where t.merchant_id = of_merchant and t.at_store is not distinct from wallet and not t.final and not t.disputed
      and t.method = 'on-chain' and t.status <> 'failed' and (is_whole or t.confirmations < shown_below)
      and not exists (select from jsonb_to_recordset(page) as x (txid text) where x.txid = t.txid));
end
$$;

-- The order IDs under which BTCPay knows these invoices: the shop's own, or ours.
create function engine_order_ids(ids text[]) returns text[] language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  return array(
    select (select coalesce(i.options ->> 'orderId', i.metadata ->> 'orderId', i.order_id)
      from invoices i where i.invoice_id = x.id)
    from unnest(ids) with ordinality x (id, place) order by x.place);
end
$$;

-- Saves when unpaid invoices were read, where nothing else changed since the last time. Returns those.
create function mark_unchanged(of_merchant integer, readings jsonb, check_after interval)
  returns setof text language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set jit = off as $$
begin
  return query
  update invoices i set read_at = app_now(), check_due_at = app_now() + check_after
  from jsonb_to_recordset(readings) as r (invoice_id text, additional_status text, due_sats bigint, may_be_marked text[],
    expires_at timestamptz, address text, lightning_invoice text, payment_hash text)
  where i.invoice_id = r.invoice_id and i.merchant_id = of_merchant and i.due_at is null
    and i.status = 'new' and i.additional_status = r.additional_status and i.paid_sats = 0 and i.late_sats = 0
    and i.due_sats is not distinct from r.due_sats
    and i.may_be_marked = r.may_be_marked and i.expires_at = r.expires_at
    and i.bitcoin_address is not distinct from coalesce(r.address, i.bitcoin_address)
    and i.lightning_invoice is not distinct from coalesce(r.lightning_invoice, i.lightning_invoice)
    and i.read_failures = 0 and i.unknown_since is null and i.payment_seen_at is null
    and not exists (select from (select t.merchant_id from transactions t where t.invoice_id = i.invoice_id offset 0) t
      where t.merchant_id = i.merchant_id)
    and (i.type <> 'top-up' or (i.price_amount is null and i.amount is null))
    and (r.address is null or exists (select from invoice_destinations d
      where d.kind = 'address' and d.destination = r.address and d.merchant_id = i.merchant_id))
    and (r.payment_hash is null or exists (select from invoice_destinations d
      where d.kind = 'payment-hash' and d.destination = r.payment_hash and d.merchant_id = i.merchant_id))
  returning i.invoice_id;
end
$$;

-- How closely to watch a store: busy, open, settling or quiet. Customers may pay a deposit address at any time, also
-- one in a store that its merchant has left.
create or replace function store_activity(of_store integer, of_merchant integer)
  returns text language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  s stores;
  wallet integer;
  -- How long after its end an invoice is watched as closely as an open one.
  payable_since timestamptz := app_now() - interval '7 days';
  yesterday timestamptz := app_now() - interval '1 day';
begin
  select * into strict s from stores where id = of_store;
  -- Rows name a merchant's first store by null.
  wallet := case when s.replaces is not null then s.id end;
  -- What waits for its blocks for a day, or has vanished, is looked at less often.
  if exists (select from transactions t where t.merchant_id = of_merchant and t.at_store is not distinct from wallet
      and not t.final and t.confirmations < 6 and t.status <> 'failed' and not t.disputed and t.seen_at > yesterday)
    or exists (select from sends d where d.store_ref = s.id and d.final_at is null and d.confirmations < 6
      and d.requested_at > yesterday)
    or exists (select from invoices i where i.merchant_id = of_merchant and i.at_store is not distinct from wallet
      and i.check_due_at is not null and i.status = 'processing' and i.unknown_since is null and i.expires_at > yesterday
      -- BTCPay opens it again some minutes after its payment has vanished.
      and not exists (select from transactions t
        where t.merchant_id = i.merchant_id and t.invoice_id = i.invoice_id and t.disputed
          and t.vanished_at < app_now() - interval '1 hour'))
    or exists (select from invoice_attempts a where a.merchant_id = of_merchant and a.server_url = s.server_url
      and a.store_id = s.store_id and a.check_due_at is not null and a.status = 'processing' and a.unknown_looks = 0
      and a.expires_at > yesterday)
  then
    return 'busy';
  end if;
  if exists (select from invoices i where i.merchant_id = of_merchant and i.at_store is not distinct from wallet
      and i.check_due_at is not null and i.unknown_looks < 3
      and (i.status in ('creating', 'new', 'processing') or i.expires_at > payable_since))
    or exists (select from invoice_attempts a where a.merchant_id = of_merchant and a.server_url = s.server_url
      and a.store_id = s.store_id and a.status not in ('settled', 'failed') and a.expires_at > payable_since)
    or exists (select from invoices i where i.merchant_id = of_merchant and i.due_at is not null
      and i.status in ('new', 'processing') and exists (select from invoice_attempts a
        where a.invoice_ref = i.id and a.server_url = s.server_url and a.store_id = s.store_id))
    or exists (select from sends d where d.store_ref = s.id and d.final_at is null
      and (d.confirmations < 6 or d.status in ('requested', 'signed', 'broadcast')))
    or exists (select from deposit_addresses a
      where a.merchant_id = of_merchant and a.server_url = s.server_url and a.store_id = s.store_id)
    or (s.standing = 'current' and exists (select from lightning_addresses a
      where a.merchant_id = of_merchant and a.active and a.retired_at is null))
    or exists (select from lightning_loop_out_requests l
      where l.merchant_id = of_merchant and l.status in ('pending', 'executing'))
    -- An older history is still being read.
    or s.history_skip is not null
  then
    return 'open';
  end if;
  if exists (select from transactions t where t.merchant_id = of_merchant and t.at_store is not distinct from wallet
      and not t.final and t.status <> 'failed' and t.seen_at > app_now() - interval '2 days')
    or exists (select from sends d where d.store_ref = s.id and d.final_at is null)
  then
    return 'settling';
  end if;
  return 'quiet';
end
$$;
