-- The rows of everyone who signs in: admins, merchants and the people of their stores, partners. Four kinds of people sign
-- in through one form, so their tables have the same columns for it.

-- The operator's people.
create table admins (
  id integer generated always as identity primary key,
  email email_address not null constraint admins_email_unique unique,
  password_hash text,
  name text not null,
  is_active boolean not null default true,
  two_factor_enabled boolean not null default false,
  two_factor_secret text,
  two_factor_pending_secret text,
  two_factor_last_step bigint,
  two_factor_changed_at timestamptz,
  last_password_change timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- Someone who was invited to a position that needs a second factor can do nothing else before they have set one up.
  must_enroll boolean not null default false,
  erased_at timestamptz,
  last_seen_at timestamptz,
  constraint admins_two_factor check (not two_factor_enabled or two_factor_secret is not null)
);

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
  -- Whether the shop's customers are reminded of unpaid invoices.
  sends_reminders boolean not null default true,
  -- What a business says of itself on receipts, where it is, and what its forms of new invoices begin with.
  legal_name text constraint merchants_legal_name check (length(legal_name) between 1 and 120),
  street text constraint merchants_street check (length(street) between 1 and 200),
  city text constraint merchants_city check (length(city) between 1 and 100),
  region text constraint merchants_region check (length(region) between 1 and 100),
  postal_code text constraint merchants_postal_code check (length(postal_code) between 1 and 20),
  country text constraint merchants_country check (country ~ '^[A-Z]{2}$'),
  tax_id text constraint merchants_tax_id check (length(tax_id) between 1 and 40),
  phone text constraint merchants_phone check (length(phone) between 1 and 40),
  website text constraint merchants_website check (length(website) between 1 and 300),
  -- Receipts have it, and so do the screens and emails of people of the store who chose none.
  time_zone text constraint merchants_time_zone check (length(time_zone) between 1 and 64),
  currency text not null default 'USD' constraint merchants_currency check (currency ~ '^[A-Z]{3,4}$'),
  -- The hour at which a day of the reports ends and the next one begins.
  day_ends_hour smallint not null default 0 constraint merchants_day_ends check (day_ends_hour between 0 and 6),
  -- What the forms of invoices and payment links begin with.
  pay_methods text[] not null default '{on-chain,lightning}'
    constraint merchants_pay_methods check (pay_methods <> '{}'::text[] and pay_methods <@ '{on-chain,lightning}'::text[]),
  price_minutes integer not null default 15 constraint merchants_price_minutes check (price_minutes between 5 and 1440),
  short_percent numeric(4,2) not null default 0 constraint merchants_short_percent check (short_percent between 0 and 5),
  -- Whether the invoice form begins with the fee added to the bill.
  passes_fee boolean not null default true,
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
-- The worker that creates stores asks every second whether a merchant lacks one.
create index merchants_without_key on merchants (id) where is_active and btcpay_api_key is null;

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

-- People who get a part of the platform's fees.
create table partners (
  id integer generated always as identity primary key,
  email email_address not null constraint partners_email_unique unique,
  password_hash text,
  name text not null constraint partners_name check (length(name) between 1 and 120),
  share_percentage numeric(5,2) not null default 33.33
    constraint partners_share_percentage check (share_percentage between 0 and 100),
  current_balance_btc numeric(16,8) not null default 0,
  total_earned_btc numeric(16,8) not null default 0,
  total_withdrawn_btc numeric(16,8) not null default 0
    constraint partners_total_withdrawn_btc check (total_withdrawn_btc >= 0),
  current_balance_usd numeric(12,2) not null default 0,
  total_earned_usd numeric(12,2) not null default 0,
  total_withdrawn_usd numeric(12,2) not null default 0
    constraint partners_total_withdrawn_usd check (total_withdrawn_usd >= 0),
  lightning_earned_usd numeric(12,2) not null default 0,
  is_active boolean not null default true,
  two_factor_enabled boolean not null default false,
  two_factor_secret text,
  two_factor_pending_secret text,
  two_factor_last_step bigint,
  two_factor_changed_at timestamptz,
  last_password_change timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- What the partner was paid beyond what had been collected, when that was still allowed.
  advanced_sats bigint not null default 0 constraint partners_advanced check (advanced_sats >= 0),
  must_enroll boolean not null default false,
  erased_at timestamptz,
  constraint partners_two_factor check (not two_factor_enabled or two_factor_secret is not null)
);

-- Email addresses are lower case and unique across all kinds of people. A trigger of each of their tables keeps this
-- one.
create table email_addresses (
  email email_address constraint email_addresses_unique primary key,
  person_kind text not null,
  person_id integer not null,
  constraint email_addresses_person unique (person_kind, person_id)
);

-- How a person wants to see the product: one row for each person who has changed anything. Views and hidden columns are
-- read and written as a whole and never searched, so they are JSON. The sizes are limits against abuse; the API's own
-- limits are lower.
create table preferences (
  person_kind text not null
    constraint preferences_person_kind check (person_kind in ('admin', 'merchant', 'merchant-user', 'partner')),
  person_id integer not null,
  time_zone text constraint preferences_time_zone check (length(time_zone) <= 64),
  shortcuts boolean not null default true,
  views jsonb not null default '[]'
    constraint preferences_views check (jsonb_typeof(views) = 'array' and pg_column_size(views) <= 300000),
  hidden_columns jsonb not null default '{}'
    constraint preferences_hidden_columns check (jsonb_typeof(hidden_columns) = 'object' and pg_column_size(hidden_columns) <= 50000),
  updated_at timestamptz not null default app_now(),
  -- How a person wants to see amounts. The currencies are the API's list, which may grow.
  bitcoin_unit text not null default 'btc' constraint preferences_bitcoin_unit check (bitcoin_unit in ('btc', 'sats')),
  display_currency text constraint preferences_display_currency check (length(display_currency) = 3),
  constraint preferences_unique primary key (person_kind, person_id)
);

-- Everyone who signs in for a merchant, in one table, so that the list of people is read from an index whatever it is
-- filtered and sorted by. Triggers keep it. Sessions end after a week, so it also remembers when someone was last seen.
create table merchant_people (
  id bigint generated always as identity primary key,
  person_kind text not null constraint merchant_people_kind check (person_kind in ('merchant', 'merchant-user')),
  person_id integer not null,
  merchant_id integer not null constraint merchant_people_merchant references merchants(id),
  name text not null,
  email email_address not null,
  role text not null constraint merchant_people_role check (role in ('owner', 'admin', 'user')),
  has_password boolean not null,
  two_factor_enabled boolean not null,
  -- Whether the person and the store may sign in are kept apart, because each changes without a lock on the other.
  is_active boolean not null,
  is_store_active boolean not null,
  status text not null generated always as (case
    when not (is_active and is_store_active) then 'inactive'
    when has_password then 'active'
    else 'invited' end) stored,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  constraint merchant_people_unique unique (person_kind, person_id)
);
create index merchant_people_by_seen on merchant_people (last_seen_at, id);
create index merchant_people_by_name on merchant_people (lower(name) collate "C", id);
create index merchant_people_by_time on merchant_people (created_at, id);
create index merchant_people_by_merchant on merchant_people (merchant_id);
create index merchant_people_by_email on merchant_people (email);
create index merchant_people_by_role_and_seen on merchant_people (role, last_seen_at, id);
create index merchant_people_by_role_and_name on merchant_people (role, lower(name) collate "C", id);
create index merchant_people_by_role_and_time on merchant_people (role, created_at, id);
create index merchant_people_by_status on merchant_people (status);
create index merchant_people_by_factor on merchant_people (two_factor_enabled, has_password);

-- The share of each partner, as it was and is. A payment shows the share that was in effect when it was booked.
create table partner_share_changes (
  id integer generated always as identity primary key,
  partner_id integer not null constraint partner_share_changes_partner references partners(id),
  share_percentage numeric(5,2) not null,
  effective_from timestamptz not null default app_now()
);
create index partner_share_changes_by_partner on partner_share_changes (partner_id, effective_from, id);

-- Everyone who can sign in, read in one place: a session joins it, and so does the sign-in form. Someone of a merchant
-- is active while the merchant is. The merchant is joined outside the union, or its users would be read all at once
-- instead of one by its key.
create view people as
  select p.kind, p.id, p.email, coalesce(p.name, m.store_name) as name, p.is_active and coalesce(m.is_active, true) as is_active,
    p.password_hash, p.two_factor_enabled, p.two_factor_secret, p.two_factor_pending_secret, p.two_factor_last_step,
    p.last_password_change, p.merchant_id, p.role, m.store_name, p.share_percentage, p.must_enroll
  from (
    select 'admin'::text as kind, id, email::text as email, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      null::integer as merchant_id, null::text as role, null::numeric as share_percentage, must_enroll
    from admins
    union all
    select 'merchant'::text, id, email::text, null::text, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      id, 'owner'::text, null::numeric, must_enroll
    from merchants
    union all
    select 'merchant-user'::text, id, email::text, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      merchant_id, role, null::numeric, must_enroll
    from merchant_users
    union all
    select 'partner'::text, id, email::text, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      null::integer, null::text, share_percentage::numeric, must_enroll
    from partners
  ) p left join merchants m on m.id = p.merchant_id;

-- An invited person doesn't hold an address yet: several stores may invite it.
create function keep_email_address() returns trigger language plpgsql as $$
declare
  v_invites boolean := false;
begin
  if tg_op <> 'DELETE' then
    v_invites := tg_argv[0] = 'merchant-user' and new.password_hash is null and new.two_factor_changed_at is null;
  end if;
  if tg_op = 'UPDATE' then
    if new.email = old.email and (tg_argv[0] <> 'merchant-user'
      or v_invites = (old.password_hash is null and old.two_factor_changed_at is null)) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    delete from email_addresses where person_kind = tg_argv[0] and person_id = old.id;
  end if;
  if v_invites then
    -- The address leads to the first invitation while nobody holds it.
    insert into email_addresses (email, person_kind, person_id) values (new.email, tg_argv[0], new.id)
    on conflict (email) do nothing;
  elsif tg_op <> 'DELETE' then
    delete from email_addresses e using merchant_users u
    where e.email = new.email and e.person_kind = 'merchant-user' and u.id = e.person_id
      and u.password_hash is null and u.two_factor_changed_at is null;
    insert into email_addresses (email, person_kind, person_id) values (new.email, tg_argv[0], new.id);
  end if;
  return null;
end
$$;
create trigger keep_email_address after insert or delete or update of email on admins
  for each row execute function keep_email_address('admin');
create trigger keep_email_address after insert or delete or update of email on merchants
  for each row execute function keep_email_address('merchant');
create trigger keep_email_address after insert or delete or update of email, password_hash, two_factor_changed_at on merchant_users
  for each row execute function keep_email_address('merchant-user');
create trigger keep_email_address after insert or delete or update of email on partners
  for each row execute function keep_email_address('partner');

-- A deactivated person keeps them, a removed person doesn't.
create function delete_preferences() returns trigger language plpgsql as $$
begin
  delete from preferences where person_kind = tg_argv[0] and person_id = old.id;
  return null;
end
$$;
create trigger delete_preferences after delete on admins for each row execute function delete_preferences('admin');
create trigger delete_preferences after delete on merchants
  for each row execute function delete_preferences('merchant');
create trigger delete_preferences after delete on merchant_users
  for each row execute function delete_preferences('merchant-user');
create trigger delete_preferences after delete on partners for each row execute function delete_preferences('partner');

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

create function keep_merchant_person() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from merchant_people where person_kind = tg_argv[0] and person_id = old.id;
  elsif new.erased_at is not null then
    delete from merchant_people where person_kind = tg_argv[0] and person_id = new.id;
  elsif tg_argv[0] = 'merchant' then
    insert into merchant_people as p (person_kind, person_id, merchant_id, name, email, role, has_password, two_factor_enabled,
      is_active, is_store_active, created_at)
    values ('merchant', new.id, new.id, new.store_name, new.email, 'owner', new.password_hash is not null,
      new.two_factor_enabled, new.is_active, new.is_active, new.created_at)
    on conflict (person_kind, person_id) do update set name = excluded.name, email = excluded.email,
      has_password = excluded.has_password, two_factor_enabled = excluded.two_factor_enabled,
      is_active = excluded.is_active, is_store_active = excluded.is_active;
    if tg_op = 'UPDATE' then
      update merchant_people set is_store_active = new.is_active
      where merchant_id = new.id and is_store_active <> new.is_active;
    end if;
  else
    insert into merchant_people as p (person_kind, person_id, merchant_id, name, email, role, has_password, two_factor_enabled,
      is_active, is_store_active, created_at)
    select 'merchant-user', new.id, new.merchant_id, new.name, new.email, new.role, new.password_hash is not null,
      new.two_factor_enabled, new.is_active, m.is_active, new.created_at
    from merchants m where m.id = new.merchant_id
    on conflict (person_kind, person_id) do update set name = excluded.name, email = excluded.email, role = excluded.role,
      has_password = excluded.has_password, two_factor_enabled = excluded.two_factor_enabled, is_active = excluded.is_active;
  end if;
  return null;
end
$$;
create trigger keep_merchant_person after insert or delete or update of email, store_name, password_hash, two_factor_enabled, is_active, erased_at on merchants
  for each row execute function keep_merchant_person('merchant');
create trigger keep_merchant_person after insert or delete or update of email, name, role, password_hash, two_factor_enabled, is_active, erased_at on merchant_users
  for each row execute function keep_merchant_person('merchant-user');

-- Who ends sessions locks the person first, and here it is the other way around. A locked row is skipped, and the
-- next request, a minute later, notes it.
create function keep_last_seen() returns trigger language plpgsql as $$
begin
  if new.person_kind = 'admin' then
    update admins set last_seen_at = new.last_seen_at where id in (
      select id from admins where id = new.person_id for no key update skip locked);
  elsif new.person_kind <> 'partner' then
    update merchant_people set last_seen_at = new.last_seen_at where id in (
      select id from merchant_people where person_kind = new.person_kind and person_id = new.person_id
      for no key update skip locked);
  end if;
  return null;
end
$$;

create function record_share_change() returns trigger language plpgsql as $$
begin
  insert into partner_share_changes (partner_id, share_percentage) values (new.id, new.share_percentage);
  return null;
end
$$;
create trigger record_first_share after insert on partners for each row execute function record_share_change();
create trigger record_share_change after update of share_percentage on partners
  for each row when (old.share_percentage <> new.share_percentage) execute function record_share_change();

-- What a partner's share was at a time. Before the first one that we know, it was that one.
create function partner_share_at(of_partner integer, at timestamptz)
  returns numeric language sql stable parallel safe as $$
  select coalesce(
    (select c.share_percentage from partner_share_changes c
      where c.partner_id = of_partner and c.effective_from <= at order by c.effective_from desc, c.id desc limit 1),
    (select c.share_percentage from partner_share_changes c
      where c.partner_id = of_partner order by c.effective_from, c.id limit 1)
  )
$$;
