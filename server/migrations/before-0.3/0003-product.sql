-- The nouns of the product, with the spec's fields and precisions.

create table fee_schedules (
  id integer generated always as identity primary key,
  invoice_processing_percent numeric(5, 3) not null default 6.000,
  platform_fee_percent numeric(5, 3) not null default 3.000,
  partner_pool_percent numeric(5, 3) not null default 1.000,
  withdrawal_fee_percent numeric(5, 3) not null default 0.000,
  partner_withdrawal_fee_percent numeric(5, 3) not null default 0.000,
  effective_from timestamptz not null constraint fee_schedules_effective_from_unique unique,
  created_by integer constraint fee_schedules_created_by references admins,
  created_at timestamptz not null default app_now(),
  constraint fee_schedules_percents check (
    invoice_processing_percent between 0 and 50 and platform_fee_percent between 0 and 50
    and partner_pool_percent between 0 and 50 and withdrawal_fee_percent between 0 and 50
    and partner_withdrawal_fee_percent between 0 and 50
  ),
  -- With the highest markup there is, what is taken from a payment never exceeds it.
  constraint fee_schedules_deposit_percents check (platform_fee_percent + partner_pool_percent <= 50)
);
create trigger append_only before update or delete on fee_schedules for each row execute function refuse_change();
insert into fee_schedules (effective_from) values ('2009-01-03T18:15:05Z');

create table invoices (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint invoices_merchant references merchants,
  invoice_id text not null constraint invoices_invoice_id_unique unique,
  amount numeric(16, 8) constraint invoices_amount check (amount >= 0),
  amount_usd numeric(12, 2) constraint invoices_amount_usd check (amount_usd >= 0),
  description text,
  status text not null default 'new'
    constraint invoices_status check (status in ('new', 'processing', 'settled', 'expired', 'invalid')),
  checkout_link text,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz
);
create index invoices_by_merchant on invoices (merchant_id, id desc);

create table transactions (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint transactions_merchant references merchants,
  txid text not null,
  type text not null constraint transactions_type check (type in ('incoming', 'outgoing')),
  amount numeric(16, 8) not null constraint transactions_amount check (amount >= 0),
  amount_usd numeric(12, 2) constraint transactions_amount_usd check (amount_usd >= 0),
  address text,
  description text,
  status text not null default 'pending' constraint transactions_status check (status in ('pending', 'confirmed', 'failed')),
  confirmations integer not null default 0 constraint transactions_confirmations check (confirmations >= 0),
  invoice_id text constraint transactions_invoice references invoices (invoice_id),
  created_at timestamptz not null default app_now(),
  confirmed_at timestamptz
);
create index transactions_by_merchant on transactions (merchant_id, id desc);

create table merchant_applications (
  id integer generated always as identity primary key,
  business_name text not null,
  contact_name text not null,
  email email_address not null constraint merchant_applications_email_unique unique,
  phone text not null,
  website text,
  business_type text not null,
  business_description text not null,
  monthly_volume text not null,
  average_transaction_size text,
  customer_base text,
  company_size text,
  business_registration text,
  tax_id text,
  incorporation_country text,
  business_address text,
  status text not null default 'pending'
    constraint merchant_applications_status check (status in ('pending', 'approved', 'rejected')),
  review_notes text,
  reviewed_by integer constraint merchant_applications_reviewed_by references admins,
  reviewed_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint merchant_applications_reviewed check ((status = 'pending') = (reviewed_at is null))
);

create table fee_transactions (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint fee_transactions_merchant references merchants,
  transaction_id integer constraint fee_transactions_transaction references transactions,
  invoice_id text constraint fee_transactions_invoice references invoices (invoice_id),
  txid text,
  transaction_type text not null
    constraint fee_transactions_type check (transaction_type in ('deposit', 'withdrawal', 'lightning')),
  original_amount_btc numeric(16, 8) not null,
  original_amount_usd numeric(12, 2) not null,
  fee_percentage numeric(5, 3) not null constraint fee_transactions_percentage check (fee_percentage between 0 and 100),
  fee_btc numeric(16, 8) not null,
  fee_usd numeric(12, 2) not null,
  btc_price_at_time numeric(12, 2) not null constraint fee_transactions_price check (btc_price_at_time > 0),
  processed boolean not null default false,
  created_at timestamptz not null default app_now()
);
create index fee_transactions_by_merchant on fee_transactions (merchant_id, id desc);

create table lightning_loop_out_requests (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint loop_out_merchant references merchants,
  lightning_balance_btc numeric(16, 8) not null constraint loop_out_balance_btc check (lightning_balance_btc > 0),
  lightning_balance_usd numeric(12, 2) not null constraint loop_out_balance_usd check (lightning_balance_usd >= 0),
  on_chain_address text not null,
  status text not null default 'pending'
    constraint loop_out_status check (status in ('pending', 'executing', 'completed', 'rejected')),
  admin_notes text,
  processed_by integer constraint loop_out_processed_by references admins,
  processed_at timestamptz,
  created_at timestamptz not null default app_now()
);
create unique index loop_out_one_open on lightning_loop_out_requests (merchant_id) where status in ('pending', 'executing');

create table promo_codes (
  id integer generated always as identity primary key,
  code text not null constraint promo_codes_code_unique unique,
  description text not null constraint promo_codes_description check (length(description) >= 1),
  created_by integer not null constraint promo_codes_created_by references admins,
  is_used boolean not null default false,
  used_by integer constraint promo_codes_used_by references merchants,
  used_at timestamptz,
  transaction_hash text,
  amount_saved_usd numeric(12, 2) constraint promo_codes_amount_saved_usd check (amount_saved_usd >= 0),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz,
  constraint promo_codes_used check (is_used = (used_at is not null))
);
