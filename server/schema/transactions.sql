-- What came in and went out, for lists, totals and bookings, and exact sums of it that a page reads without reading
-- all rows.

-- The filters with few values, and whether it is booked, make a class of at most 336. `classOf` of the server counts alike.
create function transaction_class(type text, purpose text, status text, method text, invoice_id text, booked boolean)
returns smallint language sql immutable parallel safe
return (
  case type when 'incoming' then 0 else 168 end
  + case purpose when 'invoice' then 0 when 'deposit' then 24 when 'withdrawal' then 48 when 'sweep' then 72
      when 'loop-out' then 96 when 'refund' then 120 else 144 end
  + case status when 'pending' then 0 when 'confirmed' then 8 else 16 end
  + case method when 'on-chain' then 0 else 4 end
  + case when invoice_id is null then 0 else 2 end
  + case when booked then 1 else 0 end
)::smallint;

-- A row for each payment that came in (by outpoint or payment hash) and each transaction that went out.
create table transactions (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint transactions_merchant references merchants(id),
  txid text not null,
  type text not null constraint transactions_type check (type in ('incoming', 'outgoing')),
  amount numeric(16,8) not null constraint transactions_amount check (amount >= 0),
  amount_usd numeric(12,2) constraint transactions_amount_usd check (amount_usd >= 0),
  address text,
  description text,
  status text not null default 'pending'
    constraint transactions_status check (status in ('pending', 'confirmed', 'failed')),
  confirmations integer not null default 0 constraint transactions_confirmations check (confirmations >= 0),
  invoice_id text,
  created_at timestamptz not null default app_now(),
  confirmed_at timestamptz,
  method text not null default 'on-chain' constraint transactions_method check (method in ('on-chain', 'lightning')),
  engine_key text not null,
  purpose text not null
    constraint transactions_purpose check (purpose in ('invoice', 'deposit', 'withdrawal', 'sweep', 'loop-out', 'refund', 'outside')),
  btc_price numeric(12,2),
  block_height integer,
  -- The chain no longer shows it, and nothing has taken its place yet.
  disputed boolean not null default false,
  final boolean not null default false,
  -- Whether it counts now, the transfer that books its fees, and how often it was booked: a reorganization undoes one
  -- booking and a later block makes another.
  booked boolean not null default false,
  transfer_id bigint constraint transactions_transfer references ledger_transfers(id),
  bookings integer not null default 0,
  seen_at timestamptz not null default app_now(),
  told_at timestamptz,
  -- When the explorer is asked for its details. Null: not needed, or known.
  details_due_at timestamptz default app_now(),
  -- Since when the wallet has not known it.
  vanished_at timestamptz,
  -- When it was last asked for by itself, because no page of the wallet showed it.
  looked_up_at timestamptz,
  -- What a payment cost, or what a send cost on top of its amount, is null as long as a payment is not booked, and while a
  -- network fee is unknown. What was sent without us and sweeps have the network fee in their amount, so theirs is zero.
  -- Gross and net amounts are negative when money was sent, so that lists and sums need no other column.
  fee_sats bigint constraint transactions_fee_sats check (fee_sats >= 0),
  fee_cents bigint constraint transactions_fee_cents check (fee_cents >= 0),
  class smallint not null generated always as (transaction_class(type, purpose, status, method, invoice_id, booked)) stored,
  gross_cents bigint generated always as (case type
    when 'incoming' then 1
    else -1 end * (amount_usd * 100)::bigint) stored,
  net_cents bigint generated always as (case type
    when 'incoming' then 1
    else -1 end * (amount_usd * 100)::bigint - fee_cents) stored,
  -- The payment link that a payment without an invoice came from.
  payment_link_id integer,
  deposit_address_id integer,
  attempt_id integer,
  at_store integer,
  -- A payment whose outputs aren't known yet is saved under the ID of its transaction, without an output number.
  outputs_due_at timestamptz default app_now(),
  -- When it was assigned to another invoice or address after it had been booked. The merchant is told by email.
  refiled_at timestamptz,
  -- How its transaction changed the wallet, as the engine reports it.
  wallet_sats bigint,
  constraint transactions_key unique (merchant_id, type, engine_key)
);
create index transactions_by_merchant on transactions (merchant_id, id desc);
create index transactions_open on transactions (merchant_id, txid) where not final;
-- Payments of all merchants that are not in a block yet.
create index transactions_arriving on transactions (id)
  where status = 'pending' and type = 'incoming' and purpose = 'invoice';
create index transactions_untold on transactions (merchant_id, confirmed_at) where booked and told_at is null;
-- Every list of an operator's begins at its end, whatever it is filtered by.
create index transactions_newest on transactions (seen_at desc, id desc);
create index transactions_pending on transactions (seen_at desc, id desc) where status = 'pending';
create index transactions_failed on transactions (seen_at desc, id desc) where status = 'failed';
create index transactions_large on transactions (seen_at desc, id desc) where amount_usd > 1000;
create index transactions_business on transactions (seen_at desc, id desc)
  where purpose in ('invoice', 'withdrawal', 'refund');
create index transactions_by_txid on transactions (txid text_pattern_ops);
create index transactions_by_address on transactions (address text_pattern_ops) where address is not null;
create index transactions_by_invoice on transactions (invoice_id text_pattern_ops) where invoice_id is not null;
create index transactions_by_words on transactions using gin (search_words(description)) where description is not null;
-- Volume is what customers paid for invoices; the merchant's own money coming home is none.
create index transactions_volume on transactions (seen_at)
  include (merchant_id, amount_usd)
  where booked and type = 'incoming' and purpose = 'invoice';
create index transactions_without_details on transactions (details_due_at) where details_due_at is not null;
create index transactions_by_time on transactions (merchant_id, seen_at desc, id desc);
create index transactions_by_amount on transactions (merchant_id, amount);
-- The explorer is asked for each merchant's transactions in turns, so that one merchant's many do not hold up the others'.
create index transactions_details_in_turns on transactions (merchant_id, details_due_at)
  where details_due_at is not null;
-- Each holds all that a filter, a range and a sort look at, so that rows outside of the page are never read.
create index transactions_by_class on transactions (merchant_id, class, seen_at desc, id desc)
  include (gross_cents, net_cents);
create index transactions_by_gross on transactions (merchant_id, class, gross_cents, id) include (seen_at);
create index transactions_by_net on transactions (merchant_id, class, net_cents, id) include (seen_at);
create index transactions_of_all_by_class on transactions (class, seen_at desc, id desc)
  include (gross_cents, net_cents);
create index transactions_of_all_by_gross on transactions (class, gross_cents, id) include (seen_at);
create index transactions_of_all_by_net on transactions (class, net_cents, id) include (seen_at);
create index transactions_of_link on transactions (payment_link_id) where payment_link_id is not null;
create index transactions_of_deposit_address on transactions (deposit_address_id) where deposit_address_id is not null;
create index transactions_of_attempt on transactions (attempt_id) where attempt_id is not null;
-- What a run finds of new transfers.
create index transactions_by_transfer on transactions (transfer_id) where transfer_id is not null;
create index transactions_without_outputs on transactions (merchant_id, outputs_due_at)
  where type = 'incoming' and method = 'on-chain' and engine_key = txid and outputs_due_at is not null;
create index transactions_refiled on transactions (merchant_id) where refiled_at is not null and told_at is null;

-- What an explorer tells of a transaction, once.
create table transaction_details (
  txid text primary key,
  fee_sats bigint not null,
  size_bytes integer not null,
  weight_units integer not null,
  inputs jsonb not null,
  outputs jsonb not null,
  read_at timestamptz not null default app_now()
);

-- Payments that came to the platform's own node and are in the ledger. The primary key is the guard: a hash counts once,
-- for one payment or one loop-out.
create table node_payments (
  payment_hash text constraint node_payments_booked_once primary key,
  transaction_id integer
    constraint node_payments_transaction_unique unique
    constraint node_payments_transaction references transactions(id),
  loop_out_id integer constraint node_payments_loop_out_unique unique,
  amount_sats bigint not null constraint node_payments_amount check (amount_sats > 0),
  booked_at timestamptz not null default app_now(),
  -- What our node itself says that it received, read for the audit. Null until it has answered, and for what was booked before
  -- it was asked: the node may be another one by now.
  received_sats bigint,
  checked_at timestamptz,
  -- Whose node received it. The main server's node counts even before it is registered, so this references nothing.
  engine_id integer not null default 1,
  constraint node_payments_purpose check (num_nonnulls(transaction_id, loop_out_id) = 1)
);
create index node_payments_unchecked on node_payments (booked_at) where checked_at is null;
create index node_payments_by_check on node_payments (checked_at) where checked_at is not null;

-- Sums of rows by class: of each UTC hour, day and month, and of all time. Merchant 0 is all merchants together.
create table transaction_sums (
  merchant_id integer not null,
  grain text not null constraint transaction_sums_grain check (grain in ('hour', 'day', 'month', 'all')),
  start timestamptz not null,
  class smallint not null,
  count bigint not null,
  gross_sats bigint not null,
  gross_cents bigint not null,
  fee_sats bigint not null,
  fee_cents bigint not null,
  primary key (merchant_id, grain, start, class)
) with (fillfactor=80);

-- What has changed since the sums were last updated. Writers only append here, so they never wait for each other and can't
-- deadlock at a sum. Readers of sums add the changes, which are in the same snapshot.
create table transaction_sum_changes (
  id bigint generated always as identity primary key,
  merchant_id integer not null,
  hour timestamptz not null,
  class smallint not null,
  count bigint not null,
  gross_sats bigint not null,
  gross_cents bigint not null,
  fee_sats bigint not null,
  fee_cents bigint not null
);
create index transaction_sum_changes_by_merchant on transaction_sum_changes (merchant_id, hour);
create index transaction_sum_changes_by_hour on transaction_sum_changes (hour);

-- Negative for money that was sent.
create function gross_sats_of(t transactions) returns bigint language sql immutable parallel safe
return case t.type when 'incoming' then 1 else -1 end * (t.amount * 100000000)::bigint;

create function record_transaction_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_sum_changes (merchant_id, hour, class, count, gross_sats, gross_cents, fee_sats, fee_cents)
    values (old.merchant_id, date_trunc('hour', old.seen_at, 'UTC'), old.class, -1, -gross_sats_of(old),
      -coalesce(old.gross_cents, 0), -coalesce(old.fee_sats, 0), -coalesce(old.fee_cents, 0));
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_sum_changes (merchant_id, hour, class, count, gross_sats, gross_cents, fee_sats, fee_cents)
    values (new.merchant_id, date_trunc('hour', new.seen_at, 'UTC'), new.class, 1, gross_sats_of(new),
      coalesce(new.gross_cents, 0), coalesce(new.fee_sats, 0), coalesce(new.fee_cents, 0));
  end if;
  return null;
end
$$;
create trigger record_sums after insert or delete on transactions
  for each row execute function record_transaction_sums();
-- Confirmations rise with every block, and change no sum.
create trigger record_changed_sums after update on transactions
  for each row
  when ((old.merchant_id, old.seen_at, old.class, old.amount, old.gross_cents, old.fee_sats, old.fee_cents)
  is distinct from (new.merchant_id, new.seen_at, new.class, new.amount, new.gross_cents, new.fee_sats, new.fee_cents))
  execute function record_transaction_sums();

-- Adds the oldest changes to the sums. Returns how many: none while another server does it.
create function add_transaction_sum_changes(most integer) returns bigint language plpgsql as $$
declare
  added bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('transaction_sums')) then return 0; end if;
  with moved as (
    delete from transaction_sum_changes where id in (select id from transaction_sum_changes order by id limit most) returning *
  ), summed as (
    insert into transaction_sums as s (merchant_id, grain, start, class, count, gross_sats, gross_cents, fee_sats, fee_cents)
    select o.owner, g.grain, g.start, m.class, sum(m.count), sum(m.gross_sats), sum(m.gross_cents), sum(m.fee_sats), sum(m.fee_cents)
    from moved m cross join lateral (values (0), (m.merchant_id)) o (owner) cross join lateral (values
      ('hour', m.hour), ('day', date_trunc('day', m.hour, 'UTC')), ('month', date_trunc('month', m.hour, 'UTC')), ('all', '-infinity')
    ) g (grain, start)
    group by 1, 2, 3, 4
    on conflict (merchant_id, grain, start, class) do update set
      count = s.count + excluded.count, gross_sats = s.gross_sats + excluded.gross_sats,
      gross_cents = s.gross_cents + excluded.gross_cents, fee_sats = s.fee_sats + excluded.fee_sats,
      fee_cents = s.fee_cents + excluded.fee_cents
  )
  select count(*) into added from moved;
  return added;
end
$$;

-- Computes all sums from the rows.
create function fill_transaction_sums() returns void language plpgsql as $$
begin
  truncate transaction_sums, transaction_sum_changes;
  insert into transaction_sums
  select t.merchant_id, 'hour', date_trunc('hour', t.seen_at, 'UTC'), t.class, count(*), sum(gross_sats_of(t)),
    coalesce(sum(t.gross_cents), 0), coalesce(sum(t.fee_sats), 0), coalesce(sum(t.fee_cents), 0)
  from transactions t group by 1, 3, 4;
  insert into transaction_sums
  select merchant_id, g.grain, g.start, class, sum(count), sum(gross_sats), sum(gross_cents), sum(fee_sats), sum(fee_cents)
  from transaction_sums s cross join lateral (values
    ('day', date_trunc('day', s.start, 'UTC')), ('month', date_trunc('month', s.start, 'UTC')), ('all', '-infinity')
  ) g (grain, start)
  group by 1, 2, 3, 4;
  insert into transaction_sums
  select 0, grain, start, class, sum(count), sum(gross_sats), sum(gross_cents), sum(fee_sats), sum(fee_cents)
  from transaction_sums group by 2, 3, 4;
end
$$;

-- The sums of rows that were seen in a part of an hour.
create function sum_transaction_rows(of_merchant integer, from_time timestamptz, to_time timestamptz)
  returns setof transaction_sums language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  if from_time >= to_time then return; end if;
  if of_merchant = 0 then
    return query select 0, 'hour', from_time, t.class, count(*), sum(gross_sats_of(t))::bigint, coalesce(sum(t.gross_cents), 0)::bigint,
      coalesce(sum(t.fee_sats), 0)::bigint, coalesce(sum(t.fee_cents), 0)::bigint
    from transactions t where t.seen_at >= from_time and t.seen_at < to_time group by t.class;
  else
    return query select of_merchant, 'hour', from_time, t.class, count(*), sum(gross_sats_of(t))::bigint, coalesce(sum(t.gross_cents), 0)::bigint,
      coalesce(sum(t.fee_sats), 0)::bigint, coalesce(sum(t.fee_cents), 0)::bigint
    from transactions t where t.merchant_id = of_merchant and t.seen_at >= from_time and t.seen_at < to_time group by t.class;
  end if;
end
$$;

-- Exact sums of a range by class, several rows for a class: whole months, days and hours from the sums, and the parts of
-- the first and the last hour from the rows. The end is not part of the range.
create function sum_transactions(of_merchant integer, from_time timestamptz, to_time timestamptz)
  returns setof transaction_sums language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  hour_from timestamptz := date_trunc('hour', from_time, 'UTC');
  hour_to constant timestamptz := date_trunc('hour', to_time, 'UTC');
  day_from timestamptz;
  day_to timestamptz;
  month_from timestamptz;
  month_to timestamptz;
begin
  if hour_from < from_time then hour_from := hour_from + interval '1 hour'; end if;
  if hour_from >= hour_to then
    return query select * from sum_transaction_rows(of_merchant, from_time, to_time);
    return;
  end if;
  if from_time < hour_from then return query select * from sum_transaction_rows(of_merchant, from_time, hour_from); end if;
  if hour_to < to_time then return query select * from sum_transaction_rows(of_merchant, hour_to, to_time); end if;
  if of_merchant = 0 then
    return query select 0, 'hour', c.hour, c.class, c.count, c.gross_sats, c.gross_cents, c.fee_sats, c.fee_cents
    from transaction_sum_changes c where c.hour >= hour_from and c.hour < hour_to;
  else
    return query select c.merchant_id, 'hour', c.hour, c.class, c.count, c.gross_sats, c.gross_cents, c.fee_sats, c.fee_cents
    from transaction_sum_changes c where c.merchant_id = of_merchant and c.hour >= hour_from and c.hour < hour_to;
  end if;
  if hour_from = '-infinity' and hour_to = 'infinity' then
    return query select * from transaction_sums s where s.merchant_id = of_merchant and s.grain = 'all';
    return;
  end if;
  day_from := date_trunc('day', hour_from, 'UTC');
  day_to := date_trunc('day', hour_to, 'UTC');
  if day_from < hour_from then day_from := day_from + interval '24 hours'; end if;
  if day_from >= day_to then
    day_from := hour_to;
    day_to := hour_to;
  end if;
  month_from := date_trunc('month', day_from, 'UTC');
  month_to := date_trunc('month', day_to, 'UTC');
  if month_from < day_from then month_from := (month_from at time zone 'UTC' + interval '1 month') at time zone 'UTC'; end if;
  if month_from >= month_to then
    month_from := day_to;
    month_to := day_to;
  end if;
  return query select * from transaction_sums s
  where s.merchant_id = of_merchant and s.grain = 'hour' and s.start >= hour_from and s.start < day_from;
  return query select * from transaction_sums s
  where s.merchant_id = of_merchant and s.grain = 'hour' and s.start >= day_to and s.start < hour_to;
  return query select * from transaction_sums s
  where s.merchant_id = of_merchant and s.grain = 'day' and s.start >= day_from and s.start < month_from;
  return query select * from transaction_sums s
  where s.merchant_id = of_merchant and s.grain = 'day' and s.start >= month_to and s.start < day_to;
  return query select * from transaction_sums s
  where s.merchant_id = of_merchant and s.grain = 'month' and s.start >= month_from and s.start < month_to;
end
$$;

-- A transaction must have its number before it takes the ID of a transfer. Otherwise a transfer with a lower ID could
-- appear in a range that was sealed while its transaction had no number yet.
create function number_transaction() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end
$$;
create trigger number_transaction before insert on ledger_transfers
  for each statement execute function number_transaction();

-- Whether a page of a wallet's transactions shows anything that isn't saved, or the first page no longer shows what is.
create function wallet_differs(of_merchant integer, wallet integer, page jsonb, is_first boolean, is_whole boolean)
  returns boolean language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  -- What is less deep than this is on the first page.
  shown_below integer;
begin
  if exists (
    select from jsonb_to_recordset(page) as x (txid text, sats bigint, confirmations integer, height integer)
    cross join lateral (
      select coalesce(sum(k.amount * 100000000) filter (where k.type = 'incoming'), 0) as incoming_sats,
        count(*) filter (where k.type = 'incoming') as incoming,
        count(*) filter (where k.type = 'outgoing') as outgoing,
        coalesce(bool_or(k.type = 'incoming' and k.engine_key = k.txid), false) as has_rest,
        coalesce(bool_or((not k.final or (k.status = 'failed' and x.confirmations > 0))
          and (k.confirmations <> x.confirmations or k.block_height is distinct from x.height or k.disputed
            or k.status <> case when x.confirmations > 0 then 'confirmed' else 'pending' end
            or (k.type = 'incoming' and k.booked <> (x.confirmations > 0)))), false) as has_moved
      from (select t.* from transactions t where t.txid = x.txid offset 0) k
      where k.merchant_id = of_merchant and k.at_store is not distinct from wallet and k.method = 'on-chain'
    ) k
    where k.has_moved or (x.sats < 0 and k.outgoing = 0) or (x.sats > 0
      and (x.sats > k.incoming_sats or (x.sats < k.incoming_sats and k.has_rest and k.incoming > 1))))
  then
    return true;
  end if;
  if not is_first then return false; end if;
  if not is_whole then
    select min(x.confirmations) into shown_below from jsonb_to_recordset(page) as x (confirmations integer);
  end if;
  return exists (
    select from transactions t
    where t.merchant_id = of_merchant and t.at_store is not distinct from wallet and not t.final and not t.disputed
      and t.method = 'on-chain' and t.status <> 'failed' and (is_whole or t.confirmations < shown_below)
      and not exists (select from jsonb_to_recordset(page) as x (txid text) where x.txid = t.txid));
end
$$;
