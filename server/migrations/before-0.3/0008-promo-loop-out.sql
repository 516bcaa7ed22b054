-- Promo codes as they are redeemed and given back, and the two legs of a loop-out.

alter table promo_codes
  add column revoked_at timestamptz,
  add column revoked_by integer constraint promo_codes_revoked_by references admins,
  add constraint promo_codes_revoked check (revoked_at is null or not is_used);

-- What a code did for a withdrawal. A withdrawal that fails gives the code back, and it may be redeemed again.
create table promo_redemptions (
  send_id integer primary key constraint promo_redemptions_send references sends,
  promo_code_id integer not null constraint promo_redemptions_code references promo_codes,
  merchant_id integer not null constraint promo_redemptions_merchant references merchants,
  waived_sats bigint not null constraint promo_redemptions_waived check (waived_sats >= 0),
  forgiven_sats bigint not null constraint promo_redemptions_forgiven check (forgiven_sats >= 0),
  saved_usd numeric(12, 2) not null constraint promo_redemptions_saved check (saved_usd >= 0),
  -- What forgave fees that were owed; null where none were.
  transfer_id bigint constraint promo_redemptions_transfer references ledger_transfers,
  redeemed_at timestamptz not null default app_now(),
  given_back_at timestamptz
);
create unique index promo_redemptions_once on promo_redemptions (promo_code_id) where given_back_at is null;

alter table lightning_loop_out_requests
  -- What is moved: the whole ledger balance on the shared node; of a node of the merchant's own a little less, since
  -- its channels keep a reserve and routing costs something.
  add column amount_sats bigint not null constraint loop_out_amount check (amount_sats > 0),
  add column node text not null constraint loop_out_node check (node in ('shared', 'own')),
  add column btc_price numeric(12, 2) not null constraint loop_out_btc_price check (btc_price > 0),
  add column requested_by text not null,
  -- By whose hands it was done.
  add column carried_out text constraint loop_out_carried_out check (carried_out in ('by-hand', 'by-platform')),
  -- The first leg of an execution: Lightning money comes to the platform. Taken is final.
  add column first_leg text constraint loop_out_first_leg check (first_leg in ('awaiting-payment', 'taken')),
  -- Saved before anything is paid: a lost answer is looked up by the hash, and no other invoice is ever paid for it.
  add column invoice_id text,
  add column bolt11 text,
  add column payment_hash text constraint loop_out_payment_hash_unique unique,
  -- How often the second leg was asked for: a send that failed for good is made again.
  add column send_attempts integer not null default 0,
  -- Why it does not get on, in words for an operator.
  add column problem text,
  -- When the merchant was written to about its end.
  add column told_at timestamptz,
  add column due_at timestamptz not null default app_now(),
  add constraint loop_out_executing check (status <> 'executing' or first_leg is not null);
create index loop_out_by_merchant on lightning_loop_out_requests (merchant_id, id desc);
create index loop_out_executing on lightning_loop_out_requests (due_at) where status = 'executing';

-- What a node of the merchant's own last said that it holds; the shared node's figure is nobody's.
alter table stores add column node_sats bigint not null default 0;
