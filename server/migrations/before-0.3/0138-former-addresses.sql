-- Customers may pay a deposit address at any time, also one in a store that its merchant has left. A week after the move,
-- such a store was read only every 6 hours, and a payment without a webhook appeared that late.
create or replace function store_activity(of_store integer, of_merchant integer) returns text language plpgsql stable
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
update stores set sync_due_at = app_now()
where standing = 'former' and status = 'ready' and exists (select from deposit_addresses a
  where a.merchant_id = stores.merchant_id and a.server_url = stores.server_url and a.store_id = stores.store_id);
