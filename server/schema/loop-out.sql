-- Lightning money of a merchant that is paid out on-chain, in two legs: Lightning to the platform, then Bitcoin to the
-- merchant.

-- One row for each request.
create table lightning_loop_out_requests (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint loop_out_merchant references merchants(id),
  lightning_balance_btc numeric(16,8) not null constraint loop_out_balance_btc check (lightning_balance_btc > 0),
  lightning_balance_usd numeric(12,2) not null constraint loop_out_balance_usd check (lightning_balance_usd >= 0),
  on_chain_address text not null,
  -- A merchant may cancel its own loop-out request while it waits for an admin.
  status text not null default 'pending'
    constraint loop_out_status check (status in ('pending', 'executing', 'completed', 'rejected', 'cancelled')),
  admin_notes text,
  processed_by integer constraint loop_out_processed_by references admins(id),
  processed_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- What is moved: the whole ledger balance on the shared node; of a node of the merchant's own a little less, since
  -- its channels keep a reserve and routing costs something.
  amount_sats bigint not null constraint loop_out_amount check (amount_sats > 0),
  node text not null constraint loop_out_node check (node in ('shared', 'own')),
  btc_price numeric(12,2) not null constraint loop_out_btc_price check (btc_price > 0),
  requested_by text not null,
  -- By whose hands it was done.
  carried_out text constraint loop_out_carried_out check (carried_out in ('by-hand', 'by-platform')),
  -- The first leg of an execution: Lightning money comes to the platform. Taken is final.
  first_leg text constraint loop_out_first_leg check (first_leg in ('awaiting-payment', 'taken')),
  -- Saved before anything is paid: a lost answer is looked up by the hash, and no other invoice is ever paid for it.
  invoice_id text,
  bolt11 text,
  payment_hash text constraint loop_out_payment_hash_unique unique,
  -- How often the second leg was asked for: a send that failed for good is made again.
  send_attempts integer not null default 0,
  -- Why it does not get on, in words for an operator.
  problem text,
  -- When the merchant was written to about its end.
  told_at timestamptz,
  due_at timestamptz not null default app_now(),
  -- Which node holds the Lightning balance that a loop-out takes, or is paid by the merchant's own node.
  engine_id integer not null default 1,
  constraint loop_out_executing check (status <> 'executing' or first_leg is not null)
);
create unique index loop_out_one_open on lightning_loop_out_requests (merchant_id)
  where status in ('pending', 'executing');
create index loop_out_by_merchant on lightning_loop_out_requests (merchant_id, id desc);
create index loop_out_executing on lightning_loop_out_requests (due_at) where status = 'executing';
-- The list of loop-outs is read from the end of an index. Those of one merchant have one already.
create index loop_out_by_time on lightning_loop_out_requests (created_at, id);
create index loop_out_by_amount on lightning_loop_out_requests (lightning_balance_usd, id);
create index loop_out_by_status on lightning_loop_out_requests (status, created_at, id);
create index loop_out_by_address on lightning_loop_out_requests (on_chain_address text_pattern_ops);
-- The worker asks every second whether a merchant must be told that its loop-out has arrived.
create index loop_out_untold on lightning_loop_out_requests (id) where status = 'completed' and told_at is null;
create trigger wake_store after insert or update of status on lightning_loop_out_requests
  for each row execute function wake_store();

-- The invoices of our node that loop-outs are paid by. They are kept when a loop-out is given up, so that the audit sees a
-- payment that came after all.
create table loop_out_invoices (
  payment_hash text primary key,
  loop_out_id integer not null constraint loop_out_invoices_loop_out references lightning_loop_out_requests(id),
  -- What our node calls it.
  node_invoice_id text not null,
  expires_at timestamptz not null,
  -- What our node said that it had received when it was last asked.
  received_sats bigint,
  checked_at timestamptz
);
create index loop_out_invoices_by_loop_out on loop_out_invoices (loop_out_id);

-- The address that a merchant was shown before its next loop-out, which that loop-out then pays. It belongs to one store: a
-- merchant that has connected another one must not be paid into the old wallet.
create table loop_out_addresses (
  merchant_id integer primary key constraint loop_out_addresses_merchant references merchants(id),
  server_url text not null,
  store_id text not null,
  address text not null
);
