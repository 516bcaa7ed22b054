-- The review of a restored database: what may be missing in it, and what an operator decided about it.

-- What waited when the backup was written, and was canceled by the restore. The owner is emailed once.
create table restore_cancellations (
  id integer generated always as identity primary key,
  restore_id integer not null constraint restore_cancellations_restore_id_fkey references restores(id),
  merchant_id integer not null
    constraint restore_cancellations_merchant_id_fkey references merchants(id) on delete cascade,
  kind text not null constraint restore_cancellations_kind check (kind in ('recovery', 'email', 'closing')),
  emailed_at timestamptz
);
create index restore_cancellations_unsent on restore_cancellations (id) where emailed_at is null;

-- A transaction that somebody decided on: the send that it paid, or none where nobody had asked us for it.
create table restored_transactions (
  restore_id integer not null constraint restored_transactions_restore_id_fkey references restores(id),
  store_ref integer not null constraint restored_transactions_store_ref_fkey references stores(id),
  txid text not null,
  send_id integer constraint restored_transactions_send_id_fkey references sends(id),
  decided_at timestamptz not null default app_now(),
  primary key (restore_id, store_ref, txid)
);
create index restored_transactions_send on restored_transactions (send_id) where send_id is not null;

-- A send that isn't signed, or an open refund, of the restored database.
create table restored_claims (
  restore_id integer not null constraint restored_claims_restore_id_fkey references restores(id),
  kind text not null constraint restored_claims_kind check (kind in ('send', 'refund')),
  claim_id integer not null,
  decision text not null constraint restored_claims_decision check (decision in ('paid', 'pay', 'cancel')),
  txid text,
  decided_at timestamptz not null default app_now(),
  primary key (restore_id, kind, claim_id),
  constraint restored_claims_txid check ((decision = 'paid') = (txid is not null))
);

-- A transaction that was proposed for one of those, and that somebody said was another payment.
create table restored_mismatches (
  restore_id integer not null constraint restored_mismatches_restore_id_fkey references restores(id),
  kind text not null constraint restored_mismatches_kind check (kind in ('send', 'refund')),
  claim_id integer not null,
  txid text not null,
  primary key (restore_id, kind, claim_id, txid)
);

-- Only the last restore counts. One hour, because our clock and the wallet's may differ.
create view unknown_transactions as
with r as (select * from restores order by id desc limit 1)
select r.id as restore_id, s.id as store_ref, t.merchant_id, t.txid, (t.amount * 100000000)::bigint as left_sats, t.seen_at
from r, transactions t join stores s on s.merchant_id = t.merchant_id
  and case when t.at_store is null then s.replaces is null else s.id = t.at_store end
where t.type = 'outgoing' and t.purpose = 'outside' and t.status <> 'failed'
  and (t.seen_at >= r.backup_at - interval '1 hour' or (r.finished_at is null and t.id > r.last_transaction_id))
  and t.seen_at < coalesce(r.finished_at, 'infinity')
  and not exists (select from restored_transactions d where d.restore_id = r.id and d.store_ref = s.id and d.txid = t.txid)
union all
select r.id, s.id, null, p.txid, -p.amount_sats, p.seen_at
from r, platform_transactions p, stores s
where s.merchant_id is null and p.send_id is null and p.amount_sats < 0
  and (p.seen_at >= r.backup_at - interval '1 hour' or (r.finished_at is null and p.recorded_at >= r.restored_at))
  and p.seen_at < coalesce(r.finished_at, 'infinity')
  and not exists (select from restored_transactions d where d.restore_id = r.id and d.store_ref = s.id and d.txid = p.txid)
  and not exists (select from platform_spendings d where d.txid = p.txid and d.decision is not null);

-- Those that nobody has explained. A send of ours whose fee was raised in BTCPay's own screen is recognized later, one that was
-- replaced may disappear, and a review of a restore explains its own.
create view unexplained_spendings as
select d.txid, s.id as store_ref, null::integer as merchant_id, -p.amount_sats as left_sats, p.seen_at
from platform_spendings d join platform_transactions p on p.txid = d.txid, stores s
where d.decision is null and p.send_id is null and p.amount_sats < 0 and s.merchant_id is null
  and not exists (select from restored_transactions r where r.store_ref = s.id and r.txid = d.txid);

-- Starts the review of a database that lacks what happened after backup_at. Called by the transaction that loads a backup,
-- so that no server ever sees the rows without it. It is SQL, because it touches the tables of many nouns. backup_at is
-- by the world's clock.
create function open_restore(backup_at timestamptz, code_hash bytea) returns integer language plpgsql as $$
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

create function set_last_transaction() returns trigger language plpgsql as $$
begin
  new.last_transaction_id := (select coalesce(max(id), 0) from transactions);
  return new;
end
$$;
create trigger restores_last_transaction before insert on restores for each row execute function set_last_transaction();

-- Whether something left this wallet and it isn't known yet what: after a backup, or in the platform's wallet at any time.
create function is_wallet_unreviewed(of_store integer) returns boolean language sql stable as $$
  select exists (select from unexplained_spendings u where u.store_ref = of_store) or exists (
    select from restores r, stores s
    where r.id = (select max(id) from restores) and s.id = of_store
      and (r.finished_at is null
        or coalesce(s.synced_at, s.created_at) < r.restored_at
        -- A long history is read in several steps.
        or (s.history_skip is not null and r.finished_at > app_now() - interval '1 day')
        or exists (select from unknown_transactions u where u.store_ref = of_store))
  )
$$;

-- Whether a send or a refund is from before the last restore, and nobody has said that it should be paid.
create function is_claim_unreviewed(of_kind text, of_id integer, created timestamptz)
  returns boolean language sql stable as $$
  select exists (
    select from restores r
    where r.id = (select max(id) from restores) and created < r.restored_at
      and not exists (select from restored_claims c
        where c.restore_id = r.id and c.kind = of_kind and c.claim_id = of_id and c.decision = 'pay')
  )
$$;
