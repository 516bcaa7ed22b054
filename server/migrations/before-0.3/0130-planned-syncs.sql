-- A sync sent many small statements, and planning them took longer than running them. A connection keeps the plans of
-- these functions. Their settings rule out plans that read whole tables, because a plan made on a young database is kept
-- when the tables are large.

-- What happens in a merchant's store, which decides when it is read again.
create function store_activity(of_store integer, of_merchant integer) returns text language plpgsql stable
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
      and not exists (select from transactions t
        where t.merchant_id = i.merchant_id and t.invoice_id = i.invoice_id and t.disputed))
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
    -- Once a store was left, its addresses are watched as closely as its last invoices, and then as a quiet store is.
    or (coalesce(s.former_since, 'infinity') > payable_since and exists (select from deposit_addresses a
      where a.merchant_id = of_merchant and a.server_url = s.server_url and a.store_id = s.store_id))
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

-- Marks the webhooks that a sync has read as processed and deletes all processed ones but the newest. One that arrived
-- during the sync and reports what is already saved, a settled invoice whose payments are all booked, needs no further
-- sync. Returns how many were processed, and whether others are waiting.
create function handle_hooks(
  of_store integer, of_merchant integer, read_hooks bigint[], most_waiting integer, most_handled integer,
  out handled integer, out has_others boolean
) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  known bigint[];
  found_count integer;
begin
  select array_agg(w.id) filter (where w.is_known), count(*) into known, found_count from (
    select h.id, h.type in ('InvoiceSettled', 'InvoicePaymentSettled')
      and exists (select from invoices i
        where i.merchant_id = of_merchant and i.invoice_id = h.invoice_id and i.status = 'settled')
      and not exists (select from (
          select t.merchant_id, t.booked, t.status from transactions t where t.invoice_id = h.invoice_id offset 0
        ) t where t.merchant_id = of_merchant and not t.booked and t.status <> 'failed') as is_known
    from engine_hooks h
    where h.store_ref = of_store and h.handled_at is null and h.id <> all(read_hooks)
    order by h.id limit most_waiting
  ) w;
  known := coalesce(known, '{}');
  has_others := cardinality(known) < found_count or found_count = most_waiting;
  handled := 0;
  if cardinality(read_hooks) + cardinality(known) = 0 then
    return;
  end if;
  update engine_hooks set handled_at = now() where id = any(read_hooks || known) and handled_at is null;
  get diagnostics handled = row_count;
  delete from engine_hooks where store_ref = of_store and handled_at is not null and id <= (
    select h.id from engine_hooks h where h.store_ref = of_store and h.handled_at is not null
    order by h.id desc offset most_handled limit 1);
end
$$;

-- What a sync does with a page of a wallet: how many of its transactions are known and how many of them are too deep to
-- change, which invoices to read, which of those need no confirmation, their payments that are neither booked nor given
-- up, and whether an attempt of an invoice with a due date is to be read.
create function find_sync_work(
  of_store integer, of_merchant integer, told text[], txids text[], labelled text[], addresses text[], most integer,
  out known integer, out final integer, out invoice_ids text[], out early text[], out pending_invoices text[],
  out pending_keys text[], out has_attempts boolean
) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  s stores;
  wallet integer;
begin
  select * into strict s from stores where id = of_store;
  wallet := case when s.replaces is not null then s.id end;
  -- The merchant is compared after each lookup, so that an index of all its rows cannot be chosen for it.
  select count(distinct x.txid), count(distinct x.txid) filter (where t.final) into known, final
  from unnest(txids) x (txid)
    cross join lateral (select t.* from transactions t where t.txid = x.txid offset 0) t
  where t.merchant_id = of_merchant and t.at_store is not distinct from wallet;
  invoice_ids := array(
    select w.invoice_id from find_invoices_to_read(of_merchant, wallet, told, labelled, addresses, most)
      with ordinality w (invoice_id, place) order by w.place);
  if cardinality(invoice_ids) > 0 then
    early := array(
      select x.id from unnest(invoice_ids) x (id)
        cross join lateral (select i.options from invoices i where i.invoice_id = x.id offset 0) i
      where i.options ->> 'confirmations' = '0');
    select array_agg(x.id order by t.id), array_agg(t.engine_key order by t.id) into pending_invoices, pending_keys
    from unnest(invoice_ids) x (id)
      cross join lateral (select t.* from transactions t where t.invoice_id = x.id offset 0) t
    where t.merchant_id = of_merchant and t.status = 'pending' and not t.booked;
  end if;
  early := coalesce(early, '{}');
  pending_invoices := coalesce(pending_invoices, '{}');
  pending_keys := coalesce(pending_keys, '{}');
  has_attempts := exists (select from invoice_attempts a
      where a.merchant_id = of_merchant and a.engine_invoice_id = any(told))
    or exists (select from invoice_attempts a
      where a.merchant_id = of_merchant and a.check_due_at <= app_now() and a.server_url = s.server_url
        and a.store_id = s.store_id);
end
$$;
