-- The point of sale: tills of a merchant, what they sell, the devices that they run on, and their sales.

-- Named rates of sales tax. Items and tills point to them, and a sale keeps a copy of the rates that it was charged with.
create table till_tax_rates (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_tax_rates_merchant references merchants(id),
  name text not null constraint till_tax_rates_name check (length(name) between 1 and 40),
  percent numeric(5,3) not null constraint till_tax_rates_percent check (percent >= 0),
  created_at timestamptz not null default app_now(),
  constraint till_tax_rates_of_merchant unique (merchant_id, id)
);

-- One row for each till. Its address is /pos/{slug}.
create table tills (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint tills_merchant references merchants(id),
  slug text not null constraint tills_slug_unique unique,
  name text not null constraint tills_name check (length(name) between 1 and 60),
  currency text not null,
  -- Percents that customers can add.
  tips integer[] not null default '{}',
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- The options of the invoices that a till creates, and those that each sale was charged with.
  options jsonb not null default '{}' constraint tills_options check (jsonb_typeof(options) = 'object'),
  -- Whether prices are with tax. Otherwise it is added.
  prices_include_tax boolean not null default false,
  -- The tax on amounts from the keypad. Null: none.
  keypad_tax_rate_id integer,
  -- Printed below the total.
  receipt_footer text constraint tills_receipt_footer check (length(receipt_footer) <= 200),
  constraint tills_keypad_tax_rate foreign key (merchant_id, keypad_tax_rate_id) references till_tax_rates(merchant_id, id)
);
create index tills_by_merchant on tills (merchant_id, id);

-- What a till sells.
create table till_items (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_items_merchant references merchants(id),
  till_id integer constraint till_items_till references tills(id),
  name text not null constraint till_items_name check (length(name) between 1 and 80),
  category text,
  price numeric(20,8) not null constraint till_items_price check (price > 0),
  -- How many are left. Null if nobody counts them.
  stock integer constraint till_items_stock check (stock >= 0),
  position integer not null,
  -- Items are kept after they are removed, because sales name them.
  removed_at timestamptz,
  -- A picture of each item on the till.
  image_hash text,
  image_purpose text not null default 'item' constraint till_items_image_purpose check (image_purpose = 'item'),
  -- Items belong to the merchant: all tills sell those that have a price in their currency. The previous release still reads
  -- and writes the items of each till, so nothing of them is rewritten here.
  currency text,
  -- Its prices in other currencies: [{"currency": "EUR", "amount": "4.50"}].
  other_prices jsonb not null default '[]' constraint till_items_other_prices check (jsonb_typeof(other_prices) = 'array'),
  -- Sizes, kinds of milk and the like, each choice with what it adds to the price.
  options jsonb not null default '[]' constraint till_items_options check (jsonb_typeof(options) = 'array'),
  -- Not for sale until somebody turns it off.
  is_sold_out boolean not null default false,
  -- The item of another till that the catalog shows instead, because both are the same.
  merged_into integer constraint till_items_merged_into references till_items(id) on delete set null,
  tax_rate_id integer,
  constraint till_items_image foreign key (merchant_id, image_purpose, image_hash) references images(merchant_id, purpose, hash),
  constraint till_items_currency check (currency is not null or till_id is not null),
  constraint till_items_tax_rate foreign key (merchant_id, tax_rate_id) references till_tax_rates(merchant_id, id)
);
create index till_items_by_till on till_items (till_id, "position") where removed_at is null;
create index till_items_by_image on till_items (merchant_id, image_hash) where image_hash is not null;
-- Only the latest removed items of a till are kept.
create index till_items_removed on till_items (till_id, id) where removed_at is not null;
create index till_items_catalog on till_items (merchant_id, id) where removed_at is null and merged_into is null;
create index till_items_merged on till_items (merged_into) where merged_into is not null;
-- Only the latest removed items of a merchant are kept.
create index till_items_removed_of_merchant on till_items (merchant_id, id) where removed_at is not null;
create index till_items_by_tax_rate on till_items (tax_rate_id) where tax_rate_id is not null;

-- Devices that a till runs on.
create table till_devices (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_devices_merchant references merchants(id),
  till_id integer not null constraint till_devices_till references tills(id),
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
  -- Five wrong PINs lock its refunds until a manager unlocks them.
  refunds_locked_at timestamptz,
  -- What it may refund in a day without a manager, in dollars.
  daily_refund_limit_usd numeric(12,2) not null default 0
    constraint till_devices_refund_limit check (daily_refund_limit_usd >= 0),
  constraint till_devices_bound check ((token_hash is null) = (bound_at is null))
);
create index till_devices_by_till on till_devices (till_id, id);

-- People who use a till, with PINs.
create table till_cashiers (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_cashiers_merchant references merchants(id),
  till_id integer not null constraint till_cashiers_till references tills(id),
  name text not null constraint till_cashiers_name check (length(name) between 1 and 60),
  pin_hash text not null,
  removed_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index till_cashiers_by_till on till_cashiers (till_id, id) where removed_at is null;

-- From when to when a cashier used a device.
create table till_shifts (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_shifts_merchant references merchants(id),
  till_id integer not null constraint till_shifts_till references tills(id),
  device_id integer not null constraint till_shifts_device references till_devices(id),
  cashier_id integer not null constraint till_shifts_cashier references till_cashiers(id),
  opened_at timestamptz not null default app_now(),
  closed_at timestamptz,
  -- The figures when it was closed.
  sales integer,
  total numeric(20,8),
  tips numeric(20,8),
  constraint till_shifts_closed check ((closed_at is null) = (sales is null))
);
-- A device has one cashier at a time.
create unique index till_shifts_open on till_shifts (device_id) where closed_at is null;
create index till_shifts_by_till on till_shifts (till_id, id desc);

-- Sales of a till.
create table till_sales (
  id bigint generated always as identity primary key,
  merchant_id integer not null constraint till_sales_merchant references merchants(id),
  till_id integer not null constraint till_sales_till references tills(id),
  device_id integer not null constraint till_sales_device references till_devices(id),
  -- Chosen by the device, so that a repeat after a lost answer finds the sale.
  sale_key uuid not null,
  input_hash text not null,
  -- Set once the invoice is created.
  invoice_ref integer constraint till_sales_invoice_unique unique constraint till_sales_invoice references invoices(id),
  currency text not null,
  lines jsonb not null,
  subtotal numeric(20,8) not null,
  discount numeric(20,8) not null default 0,
  tip numeric(20,8) not null default 0,
  total numeric(20,8) not null constraint till_sales_total check (total > 0),
  note text,
  -- Whether the sale holds stock that returns to the shelf if nobody pays.
  holds_stock boolean not null default false,
  created_at timestamptz not null default app_now(),
  canceled_at timestamptz,
  shift_id integer constraint till_sales_shift references till_shifts(id),
  options jsonb not null default '{}' constraint till_sales_options check (jsonb_typeof(options) = 'object'),
  tax numeric(20,8) not null default 0,
  -- Whether its prices were with tax, as the till had it.
  prices_include_tax boolean not null default false,
  constraint till_sales_once unique (till_id, sale_key)
);
create index till_sales_by_till on till_sales (till_id, created_at desc);
create index till_sales_by_device on till_sales (device_id, created_at desc);
create index till_sales_holding on till_sales (id) where holds_stock;
create index till_sales_by_shift on till_sales (shift_id) where shift_id is not null;
-- Reports read the sales of a period, of all tills of a merchant.
create index till_sales_by_merchant on till_sales (merchant_id, created_at);

-- Wrong PINs in a row, per device and cashier: one cashier's right PIN must not give more guesses at another's.
create table till_wrong_pins (
  device_id integer not null constraint till_wrong_pins_device references till_devices(id),
  cashier_id integer not null constraint till_wrong_pins_cashier references till_cashiers(id),
  wrong integer not null default 0,
  primary key (device_id, cashier_id)
);

-- Refunds that a cashier requested.
create table till_refunds (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_refunds_merchant references merchants(id),
  till_id integer not null constraint till_refunds_till references tills(id),
  device_id integer not null constraint till_refunds_device references till_devices(id),
  sale_id bigint not null constraint till_refunds_sale references till_sales(id),
  cashier_id integer not null constraint till_refunds_cashier references till_cashiers(id),
  -- Null: everything that is left of the sale.
  amount numeric(20,8) constraint till_refunds_amount check (amount > 0),
  reason text,
  status text not null default 'requested'
    constraint till_refunds_status check (status in ('requested', 'approved', 'declined')),
  -- What the refund counts toward the device's daily limit. Null if a manager approved it.
  counted_usd numeric(12,2),
  refund_id integer constraint till_refunds_refund references refunds(id),
  requested_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by text
);
create index till_refunds_open on till_refunds (merchant_id, id) where status = 'requested';
create index till_refunds_by_device on till_refunds (device_id, requested_at);
-- A sale has one open request at a time.
create unique index till_refunds_one_open on till_refunds (sale_id) where status = 'requested';

-- The previous release may still change one of two merged items, or remove the one that the catalog shows. What differs
-- then is an item of its own again.
create function part_merged_items() returns trigger language plpgsql as $$
begin
  if old.merged_into is not null and new.merged_into is not distinct from old.merged_into and new.removed_at is null
    and (new.name, new.category, new.price, new.stock, new.image_hash)
      is distinct from (old.name, old.category, old.price, old.stock, old.image_hash) then
    new.merged_into := null;
  end if;
  if new.removed_at is not null and old.removed_at is null then
    update till_items set merged_into = null where merged_into = old.id and removed_at is null;
  end if;
  return new;
end
$$;
create trigger part_merged_items before update on till_items for each row execute function part_merged_items();
