-- What left the platform's own wallet and no send of ours explains, each once. While an admin hasn't said what one was, nothing
-- new leaves that wallet. What left before this migration isn't asked about.
create table platform_spendings (
  txid text primary key,
  -- It paid a send, or the admins spent it themselves. Null: nobody has said.
  decision text constraint platform_spendings_decision check (decision in ('send', 'own')),
  send_id integer constraint platform_spendings_send references sends(id),
  found_at timestamptz not null default app_now(),
  decided_at timestamptz,
  constraint platform_spendings_decided check (
    (decision is null) = (decided_at is null) and (decision is not distinct from 'send') = (send_id is not null))
);
create index platform_spendings_open on platform_spendings (txid) where decision is null;

-- Those that nobody has explained. A send of ours whose fee was raised in BTCPay's own screen is recognized later, one that was
-- replaced may disappear, and a review of a restore explains its own.
create view unexplained_spendings as
select d.txid, s.id as store_ref, null::integer as merchant_id, -p.amount_sats as left_sats, p.seen_at
from platform_spendings d join platform_transactions p on p.txid = d.txid, stores s
where d.decision is null and p.send_id is null and p.amount_sats < 0 and s.merchant_id is null
  and not exists (select from restored_transactions r where r.store_ref = s.id and r.txid = d.txid);

create or replace view unknown_transactions as
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

-- Whether something left this wallet and it isn't known yet what: after a backup, or in the platform's wallet at any time.
create or replace function is_wallet_unreviewed(of_store integer) returns boolean language sql stable as $$
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
