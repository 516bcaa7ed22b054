-- Codes that forgive a merchant's fees when it withdraws.

-- Codes that the operator gives out.
create table promo_codes (
  id integer generated always as identity primary key,
  code text not null constraint promo_codes_code_unique unique,
  description text not null constraint promo_codes_description check (length(description) >= 1),
  created_by integer not null constraint promo_codes_created_by references admins(id),
  is_used boolean not null default false,
  used_by integer constraint promo_codes_used_by references merchants(id),
  used_at timestamptz,
  transaction_hash text,
  amount_saved_usd numeric(12,2) constraint promo_codes_amount_saved_usd check (amount_saved_usd >= 0),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by integer constraint promo_codes_revoked_by references admins(id),
  suspended_at timestamptz,
  constraint promo_codes_used check (is_used = (used_at is not null)),
  constraint promo_codes_revoked check (revoked_at is null or not is_used)
);

-- What a code did for a withdrawal. A withdrawal that fails gives the code back, and it may be redeemed again.
create table promo_redemptions (
  send_id integer primary key constraint promo_redemptions_send references sends(id),
  promo_code_id integer not null constraint promo_redemptions_code references promo_codes(id),
  merchant_id integer not null constraint promo_redemptions_merchant references merchants(id),
  waived_sats bigint not null constraint promo_redemptions_waived check (waived_sats >= 0),
  forgiven_sats bigint not null constraint promo_redemptions_forgiven check (forgiven_sats >= 0),
  saved_usd numeric(12,2) not null constraint promo_redemptions_saved check (saved_usd >= 0),
  -- What forgave fees that were owed; null where none were.
  transfer_id bigint constraint promo_redemptions_transfer references ledger_transfers(id),
  redeemed_at timestamptz not null default app_now(),
  given_back_at timestamptz,
  -- What of it the ledger shows as forgiven now, and how often that was changed.
  posted_sats bigint not null default 0 constraint promo_redemptions_posted check (posted_sats >= 0),
  postings integer not null default 0,
  -- When the withdrawal confirmed and the fees were forgiven. Until then the code is reserved.
  confirmed_at timestamptz,
  -- When to look next for proof that a withdrawal confirmed of which only the merchant's own server told.
  proof_due_at timestamptz not null default app_now(),
  proof_attempts integer not null default 0
);
create unique index promo_redemptions_once on promo_redemptions (promo_code_id) where given_back_at is null;
create index promo_redemptions_reserved on promo_redemptions (proof_due_at)
  where given_back_at is null and confirmed_at is null;
create index promo_redemptions_by_merchant on promo_redemptions (merchant_id);

-- What promo codes do to which fees. Reserved at the request, forgiven when the withdrawal confirms.
create table promo_fee_parts (
  send_id integer not null constraint promo_fee_parts_send references sends(id),
  fee_id integer not null constraint promo_fee_parts_fee references fee_transactions(id),
  amount_sats bigint not null constraint promo_fee_parts_amount check (amount_sats > 0),
  constraint promo_fee_parts_unique primary key (send_id, fee_id)
);
create index promo_fee_parts_by_fee on promo_fee_parts (fee_id);

-- What is written off is no revenue, as what is forgiven.
create view forgiven_fees as
  select t.id as transfer_id, t.posted_at, (t.posted_at at time zone 'UTC')::date as day, m.owner_id as merchant_id,
    e.amount_sats, e.amount_usd
  from ledger_accounts a
    join ledger_entries e on e.account_id = a.id
    join ledger_transfers t on t.id = e.transfer_id
    join ledger_entries o on o.transfer_id = t.id
    join ledger_accounts m on m.id = o.account_id and m.kind = 'fees-owed'
  where a.kind in ('forgiven', 'written-off');

create function hold_restored() returns trigger language plpgsql as $$
begin
  update promo_codes set suspended_at = app_now() where not is_used and revoked_at is null and suspended_at is null;
  update mail_outbox set status = 'held' where status = 'waiting';
  return null;
end
$$;
create trigger restores_hold after insert on restores for each row execute function hold_restored();
