-- The point of sale: a till of a merchant, what it sells, the devices that it runs on, and its sales.
create table tills (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint tills_merchant references merchants,
  -- Part of the address /pos/{slug}.
  slug text not null constraint tills_slug_unique unique,
  name text not null constraint tills_name check (length(name) between 1 and 60),
  currency text not null,
  -- Percents that customers can add.
  tips integer[] not null default '{}',
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index tills_by_merchant on tills (merchant_id, id);

create table till_items (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_items_merchant references merchants,
  till_id integer not null constraint till_items_till references tills,
  name text not null constraint till_items_name check (length(name) between 1 and 80),
  category text,
  price numeric(20, 8) not null constraint till_items_price check (price > 0),
  -- How many are left. Null if nobody counts them.
  stock integer constraint till_items_stock check (stock >= 0),
  position integer not null,
  -- Items are kept after they are removed, because sales name them.
  removed_at timestamptz
);
create index till_items_by_till on till_items (till_id, position) where removed_at is null;

create table till_devices (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_devices_merchant references merchants,
  till_id integer not null constraint till_devices_till references tills,
  name text not null constraint till_devices_name check (length(name) between 1 and 60),
  -- The link that binds the device works once and expires. Only hashes are stored.
  link_hash bytea constraint till_devices_link_unique unique,
  link_expires_at timestamptz not null,
  token_hash bytea constraint till_devices_token_unique unique,
  bound_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  user_agent text,
  revoked_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  constraint till_devices_bound check ((token_hash is null) = (bound_at is null))
);
create index till_devices_by_till on till_devices (till_id, id);

create table till_sales (
  id bigint generated always as identity primary key,
  merchant_id integer not null constraint till_sales_merchant references merchants,
  till_id integer not null constraint till_sales_till references tills,
  device_id integer not null constraint till_sales_device references till_devices,
  -- Chosen by the device, so that a repeat after a lost answer finds the sale.
  sale_key uuid not null,
  input_hash text not null,
  -- Set once the invoice is created.
  invoice_ref integer constraint till_sales_invoice references invoices constraint till_sales_invoice_unique unique,
  currency text not null,
  lines jsonb not null,
  subtotal numeric(20, 8) not null,
  discount numeric(20, 8) not null default 0,
  tip numeric(20, 8) not null default 0,
  total numeric(20, 8) not null constraint till_sales_total check (total > 0),
  note text,
  -- Whether the sale holds stock that returns to the shelf if nobody pays.
  holds_stock boolean not null default false,
  created_at timestamptz not null default app_now(),
  canceled_at timestamptz,
  constraint till_sales_once unique (till_id, sale_key)
);
create index till_sales_by_till on till_sales (till_id, created_at desc);
create index till_sales_by_device on till_sales (device_id, created_at desc);
create index till_sales_holding on till_sales (id) where holds_stock;
