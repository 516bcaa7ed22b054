-- A payment whose outputs aren't known yet is saved under the ID of its transaction, without an output number.
alter table transactions
  -- When to ask again which outputs it consists of. Only rows under the ID of their transaction are asked for, so those
  -- that were saved before are asked for once, and so is what the previous release saves.
  add column outputs_due_at timestamptz default app_now(),
  -- When it was assigned to another invoice or address after it had been booked. The merchant is told by email.
  add column refiled_at timestamptz,
  -- How its transaction changed the wallet, as the engine reports it.
  add column wallet_sats bigint;
create index transactions_without_outputs on transactions (merchant_id, outputs_due_at)
  where type = 'incoming' and method = 'on-chain' and engine_key = txid and outputs_due_at is not null;
create index transactions_refiled on transactions (merchant_id) where refiled_at is not null and told_at is null;

-- New transactions that no coin and no label explains yet, by ID, and since when they wait for the next sync.
alter table stores add column waiting_transactions jsonb not null default '{}';
update stores s set sync_due_at = least(sync_due_at, app_now())
where status = 'ready' and merchant_id in (select merchant_id from transactions
  where type = 'incoming' and method = 'on-chain' and engine_key = txid and outputs_due_at is not null);

-- The markup of a merchant at a time.
create function markup_percent_at(of_merchant integer, at timestamptz) returns numeric
language sql stable parallel safe as $$
  select coalesce(
    (select c.markup_fee_percent from markup_changes c
      where c.merchant_id = of_merchant and c.cancelled_at is null and c.effective_from <= at
      order by c.effective_from desc, c.id desc limit 1),
    (select m.markup_fee_percent from merchants m where m.id = of_merchant)
  )
$$;

-- Whether payments of a wallet are to be asked for their outputs, or a merchant is to be told what was found.
create function has_outputs_due(of_merchant integer, wallet integer) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  return exists (select from transactions t where t.merchant_id = of_merchant and t.at_store is not distinct from wallet
      and t.type = 'incoming' and t.method = 'on-chain' and t.engine_key = t.txid and t.outputs_due_at <= app_now()
      and t.status <> 'failed')
    or exists (select from transactions t where t.merchant_id = of_merchant and t.refiled_at is not null
      and t.told_at is null and t.booked);
end
$$;

-- As before, and whether payments of the wallet are to be asked for their outputs.
drop function find_sync_work(integer, integer, text[], text[], text[], text[], integer);
create function find_sync_work(
  of_store integer, of_merchant integer, told text[], txids text[], labelled text[], addresses text[], most integer,
  out known integer, out final integer, out invoice_ids text[], out early text[], out pending_invoices text[],
  out pending_keys text[], out has_attempts boolean, out has_outputs_due boolean
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
  has_outputs_due := has_outputs_due(of_merchant, wallet);
end
$$;
