-- Money on its way out, of whatever kind, in steps that can each be repeated: requested, signed, broadcast, confirmed.
-- Bytes are saved before they are broadcast and coins are reserved before anything is signed, so that a crash, a lost
-- answer or two processes at once never pay twice.

create table sends (
  id integer generated always as identity primary key,
  kind text not null constraint sends_kind check (kind in ('withdrawal', 'refund', 'payout', 'sweep', 'loop-out', 'bump')),
  status text not null default 'requested'
    constraint sends_status check (status in ('requested', 'signed', 'broadcast', 'confirmed', 'failed', 'cancelled')),
  -- The wallet that it leaves.
  store_ref integer not null constraint sends_store references stores,
  merchant_id integer constraint sends_merchant references merchants,
  partner_id integer constraint sends_partner references partners,
  loop_out_id integer constraint sends_loop_out references lightning_loop_out_requests,
  -- The send that this one, a child spending its change, helps into a block.
  bumps integer constraint sends_bumps references sends,
  promo_code_id integer constraint sends_promo_code references promo_codes,
  address text not null,
  -- What the payee gets; where the network's fee comes out of the amount, what the payee gets with it.
  amount_sats bigint not null constraint sends_amount check (amount_sats > 0),
  amount_usd numeric(12, 2) not null constraint sends_amount_usd check (amount_usd >= 0),
  btc_price numeric(12, 2) not null constraint sends_btc_price check (btc_price > 0),
  network_fee_from text not null constraint sends_network_fee_from check (network_fee_from in ('wallet', 'amount')),
  -- Satoshis per virtual byte, and what was set aside for the network until the real fee is known.
  fee_rate numeric(12, 3) not null constraint sends_fee_rate check (fee_rate > 0),
  network_fee_reserve_sats bigint not null constraint sends_network_fee_reserve check (network_fee_reserve_sats >= 0),
  network_fee_sats bigint constraint sends_network_fee check (network_fee_sats >= 0),
  -- The platform's fee for a withdrawal, fixed at the request and booked when it confirms.
  platform_fee_sats bigint not null default 0 constraint sends_platform_fee check (platform_fee_sats >= 0),
  -- How much of it is the partners'.
  partner_fee_sats bigint not null default 0 constraint sends_partner_fee check (partner_fee_sats between 0 and platform_fee_sats),
  description text,
  requested_by text not null,
  idempotency_key text not null,
  input_hash text not null,
  -- The transaction that pays it, whichever version of it.
  txid text,
  confirmations integer not null default 0,
  block_height integer,
  -- What counts of it in the ledger now, and how often it was booked.
  transfer_id bigint constraint sends_transfer references ledger_transfers,
  bookings integer not null default 0,
  -- Why it does not get on, in words for an operator; null while all is well.
  problem text,
  attempts integer not null default 0,
  due_at timestamptz not null default app_now(),
  requested_at timestamptz not null default app_now(),
  signed_at timestamptz,
  broadcast_at timestamptz,
  confirmed_at timestamptz,
  -- Nothing can change it any more: deep in the chain, failed for good, or called off before it was signed.
  final_at timestamptz,
  constraint sends_idempotency unique (idempotency_key),
  constraint sends_txid check (status in ('requested', 'cancelled', 'failed') or txid is not null),
  constraint sends_whose check (
    case kind
      when 'payout' then partner_id is not null and merchant_id is null
      when 'bump' then bumps is not null
      else merchant_id is not null and partner_id is null
    end
  )
);
create index sends_due on sends (due_at) where final_at is null;
create index sends_by_merchant on sends (merchant_id, id desc);
create index sends_by_partner on sends (partner_id, id desc) where partner_id is not null;
create index sends_open_by_store on sends (store_ref, id) where final_at is null;
-- Not for those that are broadcast: a reorganisation may bring an earlier one back beside a later one.
create unique index sends_one_sweep on sends (merchant_id) where kind = 'sweep' and status in ('requested', 'signed');
create unique index sends_one_bump on sends (bumps) where kind = 'bump' and status in ('requested', 'signed');
create unique index sends_one_for_loop_out on sends (loop_out_id) where loop_out_id is not null and status not in ('failed', 'cancelled');

-- What was signed for a send. There is a second version only when the first fell out of every mempool, and it spends a
-- coin of the first, so that at most one of them can ever confirm.
create table send_versions (
  send_id integer not null constraint send_versions_send references sends,
  version integer not null,
  txid text not null constraint send_versions_txid unique,
  -- Null where the engine's own screen made it, a fee bump by hand.
  raw_transaction text,
  network_fee_sats bigint not null,
  payee_sats bigint not null,
  vbytes integer not null,
  -- Where its change is, for a child that pulls it along.
  change_outpoint text,
  change_sats bigint,
  created_at timestamptz not null default app_now(),
  constraint send_versions_unique primary key (send_id, version)
);

-- Coins that a send is going to spend, kept from every other send until it is final.
create table reserved_coins (
  send_id integer not null constraint reserved_coins_send references sends,
  store_ref integer not null constraint reserved_coins_store references stores,
  outpoint text not null,
  amount_sats bigint not null,
  released_at timestamptz,
  constraint reserved_coins_unique primary key (send_id, outpoint)
);
create unique index reserved_coins_once on reserved_coins (store_ref, outpoint) where released_at is null;

-- The mirror of a wallet's coins.
create table store_coins (
  store_ref integer not null constraint store_coins_store references stores,
  outpoint text not null,
  amount_sats bigint not null,
  address text not null,
  -- Confirmed, or change of our own.
  spendable boolean not null,
  constraint store_coins_unique primary key (store_ref, outpoint)
);

-- The mirror of the platform's own wallet: what each transaction changed in it, and the transfer that explains it.
create table platform_transactions (
  txid text primary key,
  amount_sats bigint not null,
  confirmations integer not null default 0,
  -- A send's own booking explains it; else it is capital, in or out.
  send_id integer constraint platform_transactions_send references sends,
  transfer_id bigint constraint platform_transactions_transfer references ledger_transfers,
  bookings integer not null default 0,
  seen_at timestamptz not null default app_now()
);
create index platform_transactions_open on platform_transactions (txid) where confirmations < 100;

-- Fees that a sweep is collecting: no longer owed, not yet in the platform's wallet.
insert into ledger_account_kinds (kind, normal_sign, guard) values ('collecting', 1, 'balance');

alter table engine_checks add column fee_rate numeric(12, 3);

alter table fee_transactions
  -- The sweep that collects it.
  add column swept_by integer constraint fee_transactions_swept_by references sends;
