-- What BTCPay reports about payments, and the platform's own wallet.

-- The mirror of the platform's own wallet: what each transaction changed in it, and the transfer that explains it.
create table platform_transactions (
  txid text primary key,
  amount_sats bigint not null,
  confirmations integer not null default 0,
  -- A send's own booking explains it; else it is capital, in or out.
  send_id integer constraint platform_transactions_send references sends(id),
  transfer_id bigint constraint platform_transactions_transfer references ledger_transfers(id),
  bookings integer not null default 0,
  seen_at timestamptz not null default app_now(),
  -- Null: before this was recorded.
  recorded_at timestamptz default app_now()
);
create index platform_transactions_open on platform_transactions (txid) where confirmations < 100;
create index platform_transactions_unexplained on platform_transactions (txid) where transfer_id is null;
create index platform_transactions_outside on platform_transactions (seen_at) where send_id is null;

-- What a payment of ours changes in the platform's wallet when it goes where it should. The rest of a transaction, such as a
-- payment to one of our own addresses, is the operator's capital.
create function expected_in_platform_wallet(of_txid text) returns bigint language sql stable as $$
  select case
    when s.kind = 'sweep' then v.payee_sats
    when s.store_ref <> p.id then 0
    when s.kind = 'bump' then -v.network_fee_sats
    else -v.payee_sats - v.network_fee_sats end
  from send_versions v join sends s on s.id = v.send_id, stores p
  where v.txid = of_txid and p.merchant_id is null
$$;

-- Whether payments of a wallet are to be asked for their outputs, or a merchant is to be told what was found.
create function has_outputs_due(of_merchant integer, wallet integer)
  returns boolean language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  return exists (select from transactions t where t.merchant_id = of_merchant and t.at_store is not distinct from wallet
      and t.type = 'incoming' and t.method = 'on-chain' and t.engine_key = t.txid and t.outputs_due_at <= app_now()
      and t.status <> 'failed')
    or exists (select from transactions t where t.merchant_id = of_merchant and t.refiled_at is not null
      and t.told_at is null and t.booked);
end
$$;
