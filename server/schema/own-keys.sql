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
  status text not null default 'waiting'
    constraint own_keys_changes_status check (status in ('waiting', 'applying', 'done', 'canceled')),
  requested_by text not null,
  requested_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  decided_by text,
  ended_at timestamptz,
  constraint own_keys_changes_wallet check ((kind = 'connect') = (wallet is not null)),
  constraint own_keys_changes_ended check ((status in ('done', 'canceled')) = (ended_at is not null)),
  constraint own_keys_changes_applied check ((status not in ('applying', 'done')) or store_ref is not null)
);
create unique index own_keys_changes_one_open on own_keys_changes (merchant_id) where status in ('waiting', 'applying');
create index own_keys_changes_due on own_keys_changes (due_at) where status in ('waiting', 'applying');
create index own_keys_changes_by_merchant on own_keys_changes (merchant_id);
