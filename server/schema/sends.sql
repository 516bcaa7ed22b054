-- Money on its way out, of any kind, in steps that can each be repeated: requested, signed, broadcast, confirmed.
-- Bytes are saved before they are broadcast, and coins are reserved before anything is signed, so that a crash, a lost
-- answer or two processes at once never pay twice.

-- One row for each withdrawal, payout, sweep, refund, second leg of a loop-out, and transaction that speeds up
-- another.
create table sends (
  id integer generated always as identity primary key,
  kind text not null
    constraint sends_kind check (kind in ('withdrawal', 'refund', 'payout', 'sweep', 'loop-out', 'bump', 'cancel')),
  status text not null default 'requested'
    constraint sends_status check (status in ('requested', 'signed', 'broadcast', 'confirmed', 'failed', 'cancelled')),
  -- The wallet that it leaves.
  store_ref integer not null constraint sends_store references stores(id),
  merchant_id integer constraint sends_merchant references merchants(id),
  partner_id integer constraint sends_partner references partners(id),
  loop_out_id integer,
  -- The send that this one, a child spending its change, helps into a block.
  bumps integer constraint sends_bumps references sends(id),
  promo_code_id integer,
  address text not null,
  -- What the payee gets; where the network's fee comes out of the amount, what the payee gets with it.
  amount_sats bigint not null constraint sends_amount check (amount_sats > 0),
  amount_usd numeric(12,2) not null constraint sends_amount_usd check (amount_usd >= 0),
  btc_price numeric(12,2) not null constraint sends_btc_price check (btc_price > 0),
  network_fee_from text not null constraint sends_network_fee_from check (network_fee_from in ('wallet', 'amount')),
  -- Satoshis per virtual byte, and what was set aside for the network until the real fee is known.
  fee_rate numeric(12,3) not null constraint sends_fee_rate check (fee_rate > 0),
  network_fee_reserve_sats bigint not null constraint sends_network_fee_reserve check (network_fee_reserve_sats >= 0),
  network_fee_sats bigint constraint sends_network_fee check (network_fee_sats >= 0),
  -- The platform's fee for a withdrawal, fixed at the request and booked when it confirms.
  platform_fee_sats bigint not null default 0 constraint sends_platform_fee check (platform_fee_sats >= 0),
  -- How much of it is the partners'.
  partner_fee_sats bigint not null default 0,
  description text,
  requested_by text not null,
  idempotency_key text not null constraint sends_idempotency unique,
  input_hash text not null,
  -- The transaction that pays it, whichever version of it.
  txid text,
  confirmations integer not null default 0,
  block_height integer,
  -- What counts of it in the ledger now, and how often it was booked.
  transfer_id bigint constraint sends_transfer references ledger_transfers(id),
  bookings integer not null default 0,
  -- Why it does not get on, in words for an operator; null while all is well.
  problem text,
  attempts integer not null default 0,
  due_at timestamptz not null default app_now(),
  requested_at timestamptz not null default app_now(),
  signed_at timestamptz,
  broadcast_at timestamptz,
  confirmed_at timestamptz,
  -- Nothing can change it anymore: deep in the chain, failed for good, or canceled before it was signed.
  final_at timestamptz,
  -- A sweep pays off what arrived and a part of its network fee. This is the most that may count of the fee, fixed when the
  -- sweep is requested: nothing on a merchant's own server, whose figures nobody can verify. Sweeps of earlier releases have
  -- none, and paid off their whole amount.
  network_fee_limit_sats bigint constraint sends_network_fee_limit check (network_fee_limit_sats >= 0),
  -- The refund that it pays. All sends of one refund pay the same debt, so at most one of them may ever confirm. Null for refunds
  -- of earlier releases, whose sends have no PSBT.
  refund_id integer,
  -- The ended send whose PSBT this one makes worthless, by spending one of its coins back to the wallet.
  cancels integer constraint sends_cancels references sends(id),
  constraint sends_partner_fee check (partner_fee_sats between 0 and platform_fee_sats),
  constraint sends_txid check ((status in ('requested', 'cancelled', 'failed')) or txid is not null),
  constraint sends_whose check (case kind
    when 'payout' then partner_id is not null and merchant_id is null
    when 'bump' then bumps is not null
    else merchant_id is not null and partner_id is null end),
  constraint sends_canceled check ((kind = 'cancel') = (cancels is not null))
);
create index sends_due on sends (due_at) where final_at is null;
create index sends_by_merchant on sends (merchant_id, id desc);
create index sends_by_partner on sends (partner_id, id desc) where partner_id is not null;
create index sends_open_by_store on sends (store_ref, id) where final_at is null;
-- Not for those that are broadcast: a reorganization may bring an earlier one back beside a later one.
create unique index sends_one_sweep on sends (merchant_id) where kind = 'sweep' and (status in ('requested', 'signed'));
create unique index sends_one_bump on sends (bumps) where kind = 'bump' and (status in ('requested', 'signed'));
create unique index sends_one_for_loop_out on sends (loop_out_id)
  where loop_out_id is not null and (status not in ('failed', 'cancelled'));
create index sends_withdrawn on sends (confirmed_at)
  include (amount_usd)
  where kind = 'withdrawal' and status = 'confirmed';
create index withdrawals_by_time on sends (merchant_id, requested_at, id) where kind = 'withdrawal';

create function withdrawal_state(status text) returns text language sql immutable parallel safe
  return case when status in ('requested', 'signed', 'broadcast') then 'pending' when status = 'cancelled' then 'canceled' else status end;

create index withdrawals_by_state on sends (merchant_id, withdrawal_state(status), requested_at, id)
  where kind = 'withdrawal';
create index withdrawals_by_gross on sends (merchant_id, amount_usd, id) where kind = 'withdrawal';
create index withdrawals_by_address on sends (merchant_id, address text_pattern_ops) where kind = 'withdrawal';
create index withdrawals_by_txid on sends (merchant_id, txid text_pattern_ops)
  where kind = 'withdrawal' and txid is not null;
create index withdrawals_by_words on sends using gin (search_words(description))
  where kind = 'withdrawal' and description is not null;
create index sends_by_transfer on sends (transfer_id) where transfer_id is not null;
create index sends_by_end on sends (final_at) where final_at is not null;

-- The network fee of a send from an old wallet is part of its amount, so the total doesn't contain it twice. The previous
-- release still calls the function without the last two values.
create function withdrawal_total(amount_usd numeric, network_fee_sats bigint, platform_fee_sats bigint, btc_price numeric,
  network_fee_from text, network_fee_reserve_sats bigint)
returns numeric language sql immutable parallel safe
  return amount_usd + round(coalesce(network_fee_sats, 0) * btc_price / 100000000, 2)
    + round(platform_fee_sats * btc_price / 100000000, 2)
    - case when network_fee_from = 'amount'
        then round(coalesce(network_fee_sats, network_fee_reserve_sats) * btc_price / 100000000, 2) else 0 end;

create index withdrawals_by_net on sends (merchant_id, withdrawal_total(amount_usd, network_fee_sats, platform_fee_sats, btc_price, network_fee_from, network_fee_reserve_sats), id)
  where kind = 'withdrawal';
-- The payment of a loop-out, which each row of the list shows.
create index sends_by_loop_out on sends (loop_out_id, id) where loop_out_id is not null;
create index sends_by_refund on sends (refund_id) where refund_id is not null;
create index sends_by_canceled on sends (cancels) where cancels is not null;
create trigger wake_store after insert on sends for each row execute function wake_store_of_send();

-- What was signed for a send. There is a second version only when the first fell out of every mempool, and it spends a
-- coin of the first, so that at most one of them can ever confirm.
create table send_versions (
  send_id integer not null constraint send_versions_send references sends(id),
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
  send_id integer not null constraint reserved_coins_send references sends(id),
  store_ref integer not null constraint reserved_coins_store references stores(id),
  outpoint text not null,
  amount_sats bigint not null,
  released_at timestamptz,
  constraint reserved_coins_unique primary key (send_id, outpoint)
);
create unique index reserved_coins_once on reserved_coins (store_ref, outpoint) where released_at is null;

-- What a merchant was given to sign, for a wallet that only the merchant has the keys of. Whoever has one can sign and
-- broadcast it, at any time and without us. So a row is kept for good, and a transaction of it that appears on the chain
-- pays its send, also one that has ended.
create table psbts (
  send_id integer primary key constraint psbts_send references sends(id),
  -- In base64, with the valid signatures that came back so far.
  psbt text not null,
  -- The transaction that it becomes. Null where its ID depends on the signatures.
  txid text,
  network_fee_sats bigint not null constraint psbts_network_fee check (network_fee_sats >= 0),
  payee_sats bigint not null constraint psbts_payee check (payee_sats > 0),
  vbytes integer not null,
  inputs text[] not null,
  change_index integer,
  -- The number of its address on the wallet's change branch.
  change_number integer,
  change_address text,
  change_sats bigint,
  built_at timestamptz not null default app_now(),
  -- Until when its coins are reserved.
  expires_at timestamptz not null,
  -- The transaction that has spent one of its inputs, six blocks deep: this PSBT can never confirm anymore.
  lost_to text,
  -- When its inputs are looked at next. Null while its request is open or paid.
  watch_at timestamptz,
  constraint psbts_change check (num_nulls(change_index, change_number, change_address, change_sats) in (0, 4))
);
create index psbts_by_txid on psbts (txid) where txid is not null;
create index psbts_watched on psbts (watch_at) where watch_at is not null and lost_to is null;
create index psbts_by_input on psbts using gin (inputs);

-- Which keys of the wallet have signed.
create table psbt_signatures (
  send_id integer not null constraint psbt_signatures_psbt references psbts(send_id),
  -- The position of the key in the wallet.
  key_number integer not null,
  handed_in_by text not null,
  handed_in_at timestamptz not null default app_now(),
  constraint psbt_signatures_unique primary key (send_id, key_number)
);

-- What leaves the wallet for a withdrawal: the amount, and the fees in the cents that are shown.
create function withdrawal_total(amount_usd numeric, network_fee_sats bigint, platform_fee_sats bigint, btc_price numeric)
returns numeric language sql immutable parallel safe
  return amount_usd + round(coalesce(network_fee_sats, 0) * btc_price / 100000000, 2)
    + round(platform_fee_sats * btc_price / 100000000, 2);
