-- The wallets kept going while the records went back. What left a wallet after the backup is shown here until somebody has
-- said what it was, and nothing that waits from before the restore is paid until somebody has said so.

-- Rows after this one were written after the restore. Clocks can differ, so the time alone is not enough.
alter table restores add column last_transaction_id integer;
update restores set last_transaction_id = (select coalesce(max(id), 0) from transactions);

create function set_last_transaction() returns trigger language plpgsql as $$
begin
  new.last_transaction_id := (select coalesce(max(id), 0) from transactions);
  return new;
end
$$;
create trigger restores_last_transaction before insert on restores for each row execute function set_last_transaction();

-- Null: before this migration.
alter table platform_transactions add column recorded_at timestamptz;
alter table platform_transactions alter column recorded_at set default app_now();
create index platform_transactions_outside on platform_transactions (seen_at) where send_id is null;

-- A transaction that somebody decided on: the send that it paid, or none where nobody had asked us for it.
create table restored_transactions (
  restore_id integer not null references restores,
  store_ref integer not null references stores,
  txid text not null,
  send_id integer references sends,
  decided_at timestamptz not null default app_now(),
  primary key (restore_id, store_ref, txid)
);
create index restored_transactions_send on restored_transactions (send_id) where send_id is not null;

-- A send that isn't signed, or an open refund, of the restored database.
create table restored_claims (
  restore_id integer not null references restores,
  kind text not null constraint restored_claims_kind check (kind in ('send', 'refund')),
  claim_id integer not null,
  decision text not null constraint restored_claims_decision check (decision in ('paid', 'pay', 'cancel')),
  txid text constraint restored_claims_txid check ((decision = 'paid') = (txid is not null)),
  decided_at timestamptz not null default app_now(),
  primary key (restore_id, kind, claim_id)
);

-- A transaction that was proposed for one of those, and that somebody said was another payment.
create table restored_mismatches (
  restore_id integer not null references restores,
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
  and not exists (select from restored_transactions d where d.restore_id = r.id and d.store_ref = s.id and d.txid = p.txid);

-- Whether it isn't known yet what left this wallet after the backup.
create function is_wallet_unreviewed(of_store integer) returns boolean language sql stable as $$
  select exists (
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
create function is_claim_unreviewed(of_kind text, of_id integer, created timestamptz) returns boolean language sql stable as $$
  select exists (
    select from restores r
    where r.id = (select max(id) from restores) and created < r.restored_at
      and not exists (select from restored_claims c
        where c.restore_id = r.id and c.kind = of_kind and c.claim_id = of_id and c.decision = 'pay')
  )
$$;
