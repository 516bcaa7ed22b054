-- Stores whose keys only the merchant has: the wallet that BTCPay only watches, as we built it from what the merchant gave.
-- Null: BTCPay has the keys.
alter table stores add own_wallet jsonb;

-- A merchant may have several stores at one engine: one for each wallet. Moves still check that for themselves.
drop index stores_one_per_engine;

-- Every account key that a store uses or used, by the hash of its chain code and public key, so that one key never has two
-- stores. A key is kept for good, also after its store was left and its merchant erased.
create table wallet_keys (
  key_hash bytea primary key constraint wallet_keys_hash check (length(key_hash) = 32),
  merchant_id integer constraint wallet_keys_merchant references merchants(id),
  -- Null while the store that will use it isn't there yet.
  store_ref integer constraint wallet_keys_store references stores(id),
  created_at timestamptz not null default app_now()
);
create index wallet_keys_by_merchant on wallet_keys (merchant_id);
-- Whose wallet an address is in.
create index store_addresses_by_address on store_addresses (address);

-- An owner connects a wallet of their own, or goes back to one that the platform's BTCPay signs for. It waits a day, in which
-- every owner is told and can cancel it.
create table own_keys_changes (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint own_keys_changes_merchant references merchants(id),
  kind text not null constraint own_keys_changes_kind check (kind in ('connect', 'leave')),
  wallet jsonb,
  -- An earlier store of the merchant with the same wallet, which is used again.
  reopens integer constraint own_keys_changes_reopens references stores(id),
  -- The store that it led to.
  store_ref integer constraint own_keys_changes_store references stores(id),
  status text not null default 'waiting' constraint own_keys_changes_status check (status in ('waiting', 'applying', 'done', 'canceled')),
  requested_by text not null,
  requested_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  decided_by text,
  ended_at timestamptz,
  constraint own_keys_changes_wallet check ((kind = 'connect') = (wallet is not null)),
  constraint own_keys_changes_ended check ((status in ('done', 'canceled')) = (ended_at is not null)),
  constraint own_keys_changes_applied check (status not in ('applying', 'done') or store_ref is not null)
);
create unique index own_keys_changes_one_open on own_keys_changes (merchant_id) where status in ('waiting', 'applying');
create index own_keys_changes_due on own_keys_changes (due_at) where status in ('waiting', 'applying');
create index own_keys_changes_by_merchant on own_keys_changes (merchant_id);

-- Starts the review of a database that lacks what happened after backup_at. Called by the transaction that loads a backup,
-- so that no server ever sees the rows without it. It is SQL, because it touches the tables of many nouns. backup_at is
-- by the world's clock.
create or replace function open_restore(backup_at timestamptz, code_hash bytea) returns integer language plpgsql as $$
declare
  at constant timestamptz := app_now();
  opened integer;
begin
  -- The backup may have been written during an earlier review, which this one replaces.
  update restores set finished_at = at where finished_at is null;
  insert into restores (backup_at, restored_at, code_hash)
    select open_restore.backup_at + clock_offset, at, open_restore.code_hash from platform returning id into opened;
  update platform set withdrawals_paused = true;

  -- Nobody is signed in, and no link in an email works.
  delete from sessions;
  update password_reset_tokens set used = true where not used;
  insert into unconfirmed_people (person_kind, person_id, restore_id)
    select 'admin', id, opened from admins union all
    select 'merchant', id, opened from merchants union all
    select 'merchant-user', id, opened from merchant_users union all
    select 'partner', id, opened from partners
    on conflict (person_kind, person_id) do update 
      set restore_id = opened, confirmed_at = null, returned_at = null;

  -- Programs and devices.
  insert into suspended_api_keys (key_id, restore_id) select id, opened from api_keys where revoked_at is null
    on conflict (key_id) do update
    set restore_id = opened, decision = null, decided_at = null, refused_requests = 0;
  update till_devices set revoked_at = at, link_hash = null where revoked_at is null;

  -- Somebody may have stopped these after the backup.
  update own_keys_changes set status = 'canceled', ended_at = at where status = 'waiting';
  delete from wallet_keys where store_ref is null;
  with stopped as (
    update account_changes set status = 'stopped', ended_at = at where status = 'open' returning merchant_id, kind
  ), reopened as (
    update merchants set closing_since = null, updated_at = at where closing_since is not null and closed_at is null
    returning id
  )
  insert into restore_cancellations (restore_id, merchant_id, kind)
    select opened, merchant_id, kind from stopped union all select opened, id, 'closing' from reopened;
  return opened;
end
$$;
