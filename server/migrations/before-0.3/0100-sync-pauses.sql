-- How often a store is read follows what happens in it. The pause that the last sync chose says how busy the store is: up to
-- 50 seconds for one where a payment may arrive at any time, more for a quiet one.
alter table stores add column sync_pause_seconds integer not null default 50;

-- Stores that may be paid at any time never wait behind quiet ones, however many of those are due.
drop index stores_sync_due;
create index stores_sync_active_due on stores (sync_due_at) where status = 'ready' and sync_pause_seconds <= 50;
create index stores_sync_quiet_due on stores (sync_due_at) where status = 'ready' and sync_pause_seconds > 50;

-- Whether the figures of a store are older than its pause explains.
create function is_sync_late(s stores) returns boolean language sql stable as $$
  select s.synced_at is null or (s.synced_at < app_now() - interval '3 minutes'
    and (s.synced_at < app_now() - make_interval(secs => s.sync_pause_seconds + 120)
      or (s.sync_error is not null and s.sync_failures > 0)))
$$;

-- Whether a store could not be read for so long that somebody should look. A quiet store must have failed several times.
create function is_sync_failing(s stores) returns boolean language sql stable as $$
  select s.status = 'ready' and s.sync_error is not null
    and coalesce(s.synced_at, s.created_at) < app_now() - interval '10 minutes'
    and (s.sync_pause_seconds <= 50 or s.sync_failures >= 6)
$$;

-- A quiet store is read at once when something begins that may bring or move money. A store that is read often already is
-- left alone, so that this takes no lock where much happens.
create function wake_store() returns trigger language plpgsql as $$
begin
  update stores set sync_due_at = app_now(), sync_pause_seconds = 50
  where merchant_id = new.merchant_id and sync_pause_seconds > 50;
  return null;
end
$$;
create function wake_store_of_send() returns trigger language plpgsql as $$
begin
  update stores set sync_due_at = app_now(), sync_pause_seconds = 50
  where id = new.store_ref and sync_pause_seconds > 50;
  return null;
end
$$;
create trigger wake_store after insert on invoices for each row execute function wake_store();
create trigger wake_store after insert on invoice_attempts for each row execute function wake_store();
create trigger wake_store after insert on deposit_addresses for each row execute function wake_store();
create trigger wake_store after insert or update of active, retired_at on lightning_addresses
  for each row execute function wake_store();
create trigger wake_store after insert or update of status on lightning_loop_out_requests
  for each row execute function wake_store();
create trigger wake_store after insert on sends for each row execute function wake_store_of_send();

-- Whether a merchant has customers who may still pay an attempt of an invoice with a due date.
create index invoice_attempts_by_expiry on invoice_attempts (merchant_id, expires_at) where expires_at is not null;
create index invoices_due_open on invoices (merchant_id) where due_at is not null and status in ('new', 'processing');
