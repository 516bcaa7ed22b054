-- Names that Lightning wallets can pay.

-- A Lightning Address: a name that wallets can pay. A merchant has one, and each of its payment links may have one.
-- A retired name stays reserved, because it may be printed somewhere: nobody else can take its payments.
create table lightning_addresses (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint lightning_addresses_merchant references merchants(id),
  payment_link_id integer constraint lightning_addresses_payment_link references payment_links(id),
  name text not null constraint lightning_addresses_name check (name ~ '^[a-z0-9][a-z0-9._-]{1,28}[a-z0-9]$'),
  min_sats bigint not null,
  max_sats bigint not null,
  comment_length integer not null constraint lightning_addresses_comment check (comment_length between 0 and 250),
  active boolean not null default true,
  retired_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- A name that its merchant gave up, or that an operator released, can be somebody else's. The row stays for its payments.
  released_at timestamptz,
  constraint lightning_addresses_range check (min_sats >= 1 and max_sats >= min_sats and max_sats <= 100000000),
  constraint lightning_addresses_released check (released_at is null or retired_at is not null)
);
create unique index lightning_addresses_current on lightning_addresses (merchant_id)
  where payment_link_id is null and retired_at is null;
create unique index lightning_addresses_of_link on lightning_addresses (payment_link_id) where retired_at is null;
create index lightning_addresses_by_merchant on lightning_addresses (merchant_id);
create index lightning_addresses_by_look on lightning_addresses (lightning_address_look(name));
create unique index lightning_addresses_name_held on lightning_addresses (name) where released_at is null;
create trigger require_open_merchant after insert on lightning_addresses
  for each row execute function require_open_merchant();
create trigger wake_store after insert or update of active, retired_at on lightning_addresses
  for each row execute function wake_store();

-- New names of a merchant in the last 30 days.
create table lightning_name_changes (
  merchant_id integer not null constraint lightning_name_changes_merchant references merchants(id),
  changed_at timestamptz not null default app_now()
);
create index lightning_name_changes_by_merchant on lightning_name_changes (merchant_id, changed_at);
