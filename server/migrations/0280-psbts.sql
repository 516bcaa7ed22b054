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
  constraint psbts_change check (num_nulls(change_index, change_number, change_address, change_sats) in (0, 4))
);
create index psbts_by_txid on psbts (txid) where txid is not null;

-- Which keys of the wallet have signed.
create table psbt_signatures (
  send_id integer not null constraint psbt_signatures_psbt references psbts(send_id),
  -- The position of the key in the wallet.
  key_number integer not null,
  handed_in_by text not null,
  handed_in_at timestamptz not null default app_now(),
  constraint psbt_signatures_unique primary key (send_id, key_number)
);
