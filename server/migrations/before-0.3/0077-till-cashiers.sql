-- Cashiers with PINs, their shifts, and refunds that they request at the till.
create table till_cashiers (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_cashiers_merchant references merchants,
  till_id integer not null constraint till_cashiers_till references tills,
  name text not null constraint till_cashiers_name check (length(name) between 1 and 60),
  pin_hash text not null,
  removed_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index till_cashiers_by_till on till_cashiers (till_id, id) where removed_at is null;

-- Wrong PINs in a row, per device and cashier: one cashier's right PIN must not give more guesses at another's.
create table till_wrong_pins (
  device_id integer not null constraint till_wrong_pins_device references till_devices,
  cashier_id integer not null constraint till_wrong_pins_cashier references till_cashiers,
  wrong integer not null default 0,
  primary key (device_id, cashier_id)
);

create table till_shifts (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_shifts_merchant references merchants,
  till_id integer not null constraint till_shifts_till references tills,
  device_id integer not null constraint till_shifts_device references till_devices,
  cashier_id integer not null constraint till_shifts_cashier references till_cashiers,
  opened_at timestamptz not null default app_now(),
  closed_at timestamptz,
  -- The figures when it was closed.
  sales integer,
  total numeric(20, 8),
  tips numeric(20, 8),
  constraint till_shifts_closed check ((closed_at is null) = (sales is null))
);
-- A device has one cashier at a time.
create unique index till_shifts_open on till_shifts (device_id) where closed_at is null;
create index till_shifts_by_till on till_shifts (till_id, id desc);

alter table till_devices
  -- Five wrong PINs lock its refunds until a manager unlocks them.
  add column refunds_locked_at timestamptz,
  -- What it may refund in a day without a manager, in dollars.
  add column daily_refund_limit_usd numeric(12, 2) not null default 0
    constraint till_devices_refund_limit check (daily_refund_limit_usd >= 0);

alter table till_sales add column shift_id integer constraint till_sales_shift references till_shifts;
create index till_sales_by_shift on till_sales (shift_id) where shift_id is not null;

create table till_refunds (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_refunds_merchant references merchants,
  till_id integer not null constraint till_refunds_till references tills,
  device_id integer not null constraint till_refunds_device references till_devices,
  sale_id bigint not null constraint till_refunds_sale references till_sales,
  cashier_id integer not null constraint till_refunds_cashier references till_cashiers,
  -- Null: everything that is left of the sale.
  amount numeric(20, 8) constraint till_refunds_amount check (amount > 0),
  reason text,
  status text not null default 'requested'
    constraint till_refunds_status check (status in ('requested', 'approved', 'declined')),
  -- What the refund counts toward the device's daily limit. Null if a manager approved it.
  counted_usd numeric(12, 2),
  refund_id integer constraint till_refunds_refund references refunds,
  requested_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by text
);
create index till_refunds_open on till_refunds (merchant_id, id) where status = 'requested';
create index till_refunds_by_device on till_refunds (device_id, requested_at);
-- A sale has one open request at a time.
create unique index till_refunds_one_open on till_refunds (sale_id) where status = 'requested';

alter table act_log
  drop constraint act_log_actor_kind,
  add constraint act_log_actor_kind
    check (actor_kind in ('admin', 'merchant', 'merchant-user', 'partner', 'api-key', 'till-device', 'system', 'anonymous'));
