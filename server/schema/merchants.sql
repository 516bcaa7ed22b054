-- Merchants and the people of their stores.

-- Businesses that get paid here. A merchant's row is also its owner's account.
create table merchants (
  id integer generated always as identity primary key,
  email email_address not null constraint merchants_email_unique unique,
  password_hash text,
  store_name text not null constraint merchants_store_name check (length(store_name) between 1 and 120),
  btcpay_store_id text,
  btcpay_api_key text,
  btcpay_server_url text,
  is_active boolean not null default true,
  total_deposits_usd numeric(12,2) not null default 0.00
    constraint merchants_total_deposits_usd check (total_deposits_usd >= 0),
  markup_fee_percent numeric(5,3) not null default 0.000
    constraint merchants_markup_fee_percent check (markup_fee_percent between 0 and 50),
  two_factor_enabled boolean not null default false,
  two_factor_secret text,
  two_factor_pending_secret text,
  two_factor_last_step bigint,
  two_factor_changed_at timestamptz,
  last_password_change timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- Since when the merchant wants an email about each payment. Null: it doesn't.
  payment_letters_since timestamptz,
  must_enroll boolean not null default false,
  -- Payments that confirmed before this notify nobody.
  notified_since timestamptz not null default app_now(),
  -- A merchant that closes its account creates nothing new. What customers still pay is booked, and its owner can refund and
  -- withdraw it. It is closed once its last payout has ended, and the time for which its records are kept starts then.
  closing_since timestamptz,
  closed_at timestamptz,
  -- Unconfirmed payments below this many dollars count as paid on invoices that need no confirmation. 0 turns it off.
  zero_confirmation_limit_usd numeric(12,2) not null default 0
    constraint merchants_zero_confirmation_limit check (zero_confirmation_limit_usd between 0 and 100000),
  -- The language of a merchant's customer pages and emails, for customers whose own language isn't known.
  default_language text not null default 'en'
    constraint merchants_default_language check (default_language in ('en', 'de', 'fr', 'es', 'pt-BR', 'it', 'nl', 'pl', 'tr', 'ja', 'zh-CN', 'ar')),
  erased_at timestamptz,
  -- When the automatic erasure last tried an account: those that can't be erased yet make room for the next ones.
  erasure_tried_at timestamptz,
  constraint merchants_two_factor check (not two_factor_enabled or two_factor_secret is not null),
  constraint merchants_store_unique unique (btcpay_server_url, btcpay_store_id),
  constraint merchants_closed check (closed_at is null or closing_since is not null)
);
create index merchants_search on merchants using gin (search_words((store_name || ' ') || email::text));
create index merchants_by_name on merchants (lower(store_name) text_pattern_ops, id);
create index merchants_by_time on merchants (created_at, id);
create index merchants_by_status on merchants (is_active, created_at, id);
create index merchants_by_volume on merchants (total_deposits_usd, id);
create index merchants_sorted_by_name on merchants (lower(store_name) collate "C", id);
-- A merchant has a key of its store once the store is ready.
create index merchants_setting_up on merchants (created_at, id) where is_active and btcpay_api_key is null;
create index merchants_closing on merchants (id) where closing_since is not null and closed_at is null;
create index merchants_kept on merchants (closed_at) where closed_at is not null and erased_at is null;
-- Merchants without a store, and stores whose webhook has another address, are found without looking through all of them.
create index merchants_without_store on merchants (id) where is_active and btcpay_api_key is null;
create index merchants_to_erase on merchants (erasure_tried_at nulls first, closed_at)
  where closed_at is not null and erased_at is null;
-- Few names have a problem, so that they are found quickly.
create index merchants_with_name_problem on merchants (id) where name_problem(store_name, null::text) is not null;
create trigger keep_email_address after insert or delete or update of email on merchants
  for each row execute function keep_email_address('merchant');
create trigger end_sessions_of_inactive after update of is_active on merchants
  for each row when (not new.is_active) execute function end_sessions('merchant');
create trigger end_sessions_of_removed after delete on merchants for each row execute function end_sessions('merchant');
create trigger delete_preferences after delete on merchants
  for each row execute function delete_preferences('merchant');
create trigger delete_notifications after delete on merchants
  for each row execute function delete_notifications('merchant');

-- Other people of a merchant's store.
create table merchant_users (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint merchant_users_merchant references merchants(id),
  email email_address not null,
  password_hash text,
  name text not null constraint merchant_users_name check (length(name) between 1 and 120),
  role text not null default 'user' constraint merchant_users_role check (role in ('admin', 'user')),
  is_active boolean not null default true,
  two_factor_enabled boolean not null default false,
  two_factor_secret text,
  two_factor_pending_secret text,
  two_factor_last_step bigint,
  two_factor_changed_at timestamptz,
  password_reset_token text,
  password_reset_expires timestamptz,
  last_password_change timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  must_enroll boolean not null default false,
  -- When a user of a store last became an admin: for a day after that they can't withdraw, as after other changes of security.
  raised_at timestamptz,
  erased_at timestamptz,
  constraint merchant_users_two_factor check (not two_factor_enabled or two_factor_secret is not null)
);
create index merchant_users_by_merchant on merchant_users (merchant_id);
-- Administrators find a merchant by the beginnings of words in the names and addresses of its users too.
create index merchant_users_search on merchant_users using gin (search_words((name || ' ') || email::text));
create unique index merchant_users_email_unique on merchant_users (email) where password_hash is not null;
create unique index merchant_users_of_team on merchant_users (merchant_id, email);
create trigger end_sessions_of_inactive after update of is_active on merchant_users
  for each row when (not new.is_active) execute function end_sessions('merchant-user');
create trigger end_sessions_of_removed after delete on merchant_users
  for each row execute function end_sessions('merchant-user');
create trigger delete_preferences after delete on merchant_users
  for each row execute function delete_preferences('merchant-user');
create trigger delete_notifications after delete on merchant_users
  for each row execute function delete_notifications('merchant-user');
create trigger keep_email_address after insert or delete or update of email, password_hash, two_factor_changed_at on merchant_users
  for each row execute function keep_email_address('merchant-user');

-- Merchants that an admin should look at. A worker keeps these rows, because they follow from tables of several nouns,
-- and a list couldn't read that from an index.
create table merchant_attention (
  merchant_id integer not null constraint merchant_attention_merchant references merchants(id) on delete cascade,
  reason text not null
    constraint merchant_attention_reason check (reason in ('fees-not-covered', 'collection-failing', 'send-stuck', 'sync-failing', 'setup-stuck', 'name-in-review')),
  -- What went wrong, as the server or the worker said it.
  detail text,
  since timestamptz not null default app_now(),
  primary key (merchant_id, reason)
);

-- What an administrator decided about a name with a problem. Only its hash is kept, so that nothing has to be erased.
create table name_decisions (
  merchant_id integer not null constraint name_decisions_merchant references merchants(id),
  name_hash bytea not null,
  is_allowed boolean not null,
  decided_at timestamptz not null default app_now(),
  constraint name_decisions_key primary key (merchant_id, name_hash)
);

-- Invoices, payment links and API keys are created in several places, so the database refuses them. After the insert,
-- because a repeated request that finds its first row creates nothing.
create function require_open_merchant() returns trigger language plpgsql as $$
begin
  if exists (select from merchants where id = new.merchant_id and closing_since is not null) then
    raise exception 'merchant % is closed', new.merchant_id using errcode = 'check_violation', constraint = 'merchant_open';
  end if;
  return null;
end
$$;
