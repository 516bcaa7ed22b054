-- What BTCPay reports about payments, and the platform's own wallet.

-- The mirror of the platform's own wallet: what each transaction changed in it, and the transfer that explains it.
create table platform_transactions (
  txid text primary key,
  amount_sats bigint not null,
  confirmations integer not null default 0,
  -- A send's own booking explains it; else it is capital, in or out.
  send_id integer constraint platform_transactions_send references sends(id),
  transfer_id bigint constraint platform_transactions_transfer references ledger_transfers(id),
  bookings integer not null default 0,
  seen_at timestamptz not null default app_now(),
  -- Null: before this was recorded.
  recorded_at timestamptz default app_now()
);
create index platform_transactions_open on platform_transactions (txid) where confirmations < 100;
create index platform_transactions_unexplained on platform_transactions (txid) where transfer_id is null;
create index platform_transactions_outside on platform_transactions (seen_at) where send_id is null;

-- What left the platform's own wallet and no send of ours explains, each once. While an admin hasn't said what one was, nothing
-- new leaves that wallet. What left before this migration isn't asked about.
create table platform_spendings (
  txid text primary key,
  -- It paid a send, or the admins spent it themselves. Null: nobody has said.
  decision text constraint platform_spendings_decision check (decision in ('send', 'own')),
  send_id integer constraint platform_spendings_send references sends(id),
  found_at timestamptz not null default app_now(),
  decided_at timestamptz,
  constraint platform_spendings_decided check ((decision is null) = (decided_at is null) and (not decision is distinct from 'send') = (send_id is not null))
);
create index platform_spendings_open on platform_spendings (txid) where decision is null;

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

-- Marks the webhooks that a sync has read as processed and deletes all processed ones but the newest. One that arrived
-- during the sync and reports what is already saved, a settled invoice whose payments are all booked, needs no further
-- sync. Returns how many were processed, and whether others are waiting.
create function handle_hooks(
  of_store integer, of_merchant integer, read_hooks bigint[], most_waiting integer, most_handled integer,
  out handled integer,
  out has_others boolean
)
  returns record language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
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

-- Whether payments of a wallet are to be asked for their outputs, or a merchant is to be told what was found.
create function has_outputs_due(of_merchant integer, wallet integer)
  returns boolean language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  return exists (select from transactions t where t.merchant_id = of_merchant and t.at_store is not distinct from wallet
      and t.type = 'incoming' and t.method = 'on-chain' and t.engine_key = t.txid and t.outputs_due_at <= app_now()
      and t.status <> 'failed')
    or exists (select from transactions t where t.merchant_id = of_merchant and t.refiled_at is not null
      and t.told_at is null and t.booked);
end
$$;

-- What a sync does with a page of a wallet: how many of its transactions are known and how many of them are too deep to
-- change, which invoices to read, which of those need no confirmation, their payments that are neither booked nor given
-- up, whether an attempt of an invoice with a due date is to be read, and whether payments are to be asked for their outputs.
create function find_sync_work(
  of_store integer, of_merchant integer, told text[], txids text[], labelled text[], addresses text[],
  most integer, out known integer, out final integer, out invoice_ids text[], out early text[],
  out pending_invoices text[], out pending_keys text[], out has_attempts boolean,
  out has_outputs_due boolean
)
  returns record language plpgsql stable
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
