-- Changes of an owner's account that an admin starts and that wait before they are applied: a recovery, when phone and
-- codes are lost, and another email address. Meanwhile people of the merchant are notified and can stop them.
create table account_changes (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint account_changes_merchant references merchants,
  kind text not null constraint account_changes_kind check (kind in ('recovery', 'email')),
  -- Why, or how the identity was checked.
  reason text not null,
  old_email email_address not null,
  new_email email_address,
  requested_by integer not null constraint account_changes_requested_by references admins,
  status text not null default 'open'
    constraint account_changes_status check (status in ('open', 'stopped', 'applied', 'failed')),
  created_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  ended_at timestamptz,
  constraint account_changes_ended check ((status = 'open') = (ended_at is null)),
  constraint account_changes_email check ((kind = 'email') = (new_email is not null))
);
-- One at a time, also when two admins start at once.
create unique index account_changes_one_open on account_changes (merchant_id) where status = 'open';
create index account_changes_due on account_changes (due_at) where status = 'open';
create index account_changes_by_merchant on account_changes (merchant_id, id);

-- Each person who is notified gets a link that stops the change. Only its hash is stored.
create table account_change_links (
  token_hash bytea primary key,
  change_id integer not null constraint account_change_links_change references account_changes,
  email email_address not null
);
create index account_change_links_by_change on account_change_links (change_id);
