-- What the platform takes of a payment: the schedules, each fee with what became of it, and what merchants have paid
-- of them.

-- The platform's fees, each in effect from its time on.
create table fee_schedules (
  id integer generated always as identity primary key,
  invoice_processing_percent numeric(5,3) not null default 6.000,
  platform_fee_percent numeric(5,3) not null default 3.000,
  partner_pool_percent numeric(5,3) not null default 1.000,
  withdrawal_fee_percent numeric(5,3) not null default 0.000,
  partner_withdrawal_fee_percent numeric(5,3) not null default 0.000,
  effective_from timestamptz not null constraint fee_schedules_effective_from_unique unique,
  created_by integer constraint fee_schedules_created_by references admins(id),
  created_at timestamptz not null default app_now(),
  constraint fee_schedules_percents check (invoice_processing_percent between 0 and 50 and platform_fee_percent between 0 and 50 and partner_pool_percent between 0 and 50 and withdrawal_fee_percent between 0 and 50 and partner_withdrawal_fee_percent between 0 and 50),
  -- With the highest markup there is, what is taken from a payment never exceeds it.
  constraint fee_schedules_deposit_percents check ((platform_fee_percent + partner_pool_percent) <= 50)
);
create trigger append_only before delete or update on fee_schedules for each row execute function refuse_change();
insert into fee_schedules (effective_from) values
  ('2009-01-03T18:15:05+00:00');

-- The fee of each payment.
create table fee_transactions (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint fee_transactions_merchant references merchants(id),
  transaction_id integer constraint fee_transactions_transaction references transactions(id),
  invoice_id text,
  txid text,
  transaction_type text not null
    constraint fee_transactions_type check (transaction_type in ('deposit', 'withdrawal', 'lightning')),
  original_amount_btc numeric(16,8) not null,
  original_amount_usd numeric(12,2) not null,
  fee_percentage numeric(5,3) not null constraint fee_transactions_percentage check (fee_percentage between 0 and 100),
  fee_btc numeric(16,8) not null,
  fee_usd numeric(12,2) not null,
  btc_price_at_time numeric(12,2) not null constraint fee_transactions_price check (btc_price_at_time > 0),
  processed boolean not null default false,
  created_at timestamptz not null default app_now(),
  transfer_id bigint
    constraint fee_transactions_transfer_unique unique
    constraint fee_transactions_transfer references ledger_transfers(id),
  reversed_at timestamptz,
  -- The sweep that collects it.
  swept_by integer,
  -- Nobody but the merchant's own server or node has told of the payment. Kept from the booking on: the store may move.
  told_by_merchant boolean not null default false,
  -- The partners' part of the fee. It is never forgiven.
  partner_sats bigint not null default 0 constraint fee_transactions_partner_sats check (partner_sats >= 0),
  -- The platform's part that a promo code has forgiven: it is not collected, and not owed.
  forgiven_sats bigint not null default 0 constraint fee_transactions_forgiven check (forgiven_sats >= 0),
  -- The platform's part that a promo code will forgive when its withdrawal confirms: it is owed, and not swept.
  reserved_sats bigint not null default 0 constraint fee_transactions_reserved check (reserved_sats >= 0),
  -- Whose terms a fee has, if they are not those of the time when it was saved: of a payment that was filed anew, or of a
  -- withdrawal's request.
  terms_at timestamptz,
  markup_sats bigint not null default 0 constraint fee_transactions_markup check (markup_sats >= 0),
  -- The invoice that lists a fee, and when a fee was forgiven as a whole, with its partners' shares.
  fee_invoice_id integer,
  -- When it was forgiven as a whole, with its partners' shares. It counts as little as a fee whose payment was undone.
  forgiven_at timestamptz,
  constraint fee_transactions_swept_or_listed check (swept_by is null or fee_invoice_id is null),
  constraint fee_transactions_forgiven_whole check (forgiven_at is null or reversed_at is not null)
);
create index fee_transactions_by_merchant on fee_transactions (merchant_id, id desc);
-- One kind of fee, newest first: some kinds are rare among the others.
create index fee_transactions_by_type on fee_transactions (transaction_type, transfer_id desc)
  where reversed_at is null;
create index fee_transactions_open on fee_transactions (merchant_id, id) where not processed and reversed_at is null;
create index fee_transactions_by_reversal on fee_transactions (reversed_at) where reversed_at is not null;
create index fee_transactions_listed on fee_transactions (fee_invoice_id, id) where fee_invoice_id is not null;
create index fee_transactions_forgiven on fee_transactions (id) where forgiven_at is not null;

-- A merchant's markup after the one that it began with. A raise lies at least 30 days ahead, a fall may be at once; what
-- was announced and taken back stays to be read.
create table markup_changes (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint markup_changes_merchant references merchants(id),
  markup_fee_percent numeric(5,3) not null constraint markup_changes_percent check (markup_fee_percent between 0 and 50),
  effective_from timestamptz not null,
  created_by integer not null constraint markup_changes_created_by references admins(id),
  created_at timestamptz not null default app_now(),
  cancelled_at timestamptz
);
create index markup_changes_in_force on markup_changes (merchant_id, effective_from desc, id desc)
  where cancelled_at is null;

-- An announced change of fees that was canceled before it was in effect. The schedule itself is never changed.
create table fee_schedule_withdrawals (
  schedule_id integer primary key constraint fee_schedule_withdrawals_schedule references fee_schedules(id),
  withdrawn_by integer not null constraint fee_schedule_withdrawals_by references admins(id),
  withdrawn_at timestamptz not null default app_now()
);
create trigger append_only before delete or update on fee_schedule_withdrawals
  for each row execute function refuse_change();

-- What has arrived from a merchant by confirmed sweeps, and how much of it has paid for standing fees. The rest is the
-- merchant's credit. The row's lock decides between a sweep that confirms and a payment that is booked at the same time.
create table fee_collections (
  merchant_id integer primary key constraint fee_collections_merchant references merchants(id),
  collected_sats bigint not null default 0,
  assigned_sats bigint not null default 0
);

-- When a merchant's new invoices pause because its fee invoice is unpaid. Without a row it is the usual: after 21 days, or
-- above $2,000.
create table fee_pauses (
  merchant_id integer primary key constraint fee_pauses_merchant references merchants(id),
  after_days integer not null default 21 constraint fee_pauses_after_days check (after_days between 1 and 365),
  above_usd numeric(12,2) not null default 2000 constraint fee_pauses_above_usd check (above_usd >= 0),
  -- Since when more than that is owed. The pause begins three days later.
  above_since timestamptz,
  paused_at timestamptz
);

-- What was announced and still holds.
create view standing_fee_schedules as
  select s.* from fee_schedules s
  where not exists (select from fee_schedule_withdrawals w where w.schedule_id = s.id);

-- The markup in effect. Payments are booked with it, so it is decided by time and not by when somebody writes it down.
create function markup_percent_of(p_merchant_id integer) returns numeric language sql stable parallel safe as $$
  select coalesce(
    (select c.markup_fee_percent from markup_changes c
      where c.merchant_id = p_merchant_id and c.cancelled_at is null and c.effective_from <= app_now()
      order by c.effective_from desc, c.id desc limit 1),
    (select m.markup_fee_percent from merchants m where m.id = p_merchant_id)
  )
$$;

create function is_deducted(fee fee_transactions) returns boolean language sql immutable as $$
  select fee.transaction_type = 'lightning' and not fee.told_by_merchant
$$;

create function due_sats(fee fee_transactions) returns bigint language sql immutable as $$
  select (fee.fee_btc * 100000000)::bigint - fee.forgiven_sats
$$;

-- Adds what has arrived (or what the chain took back), and brings the merchant's fees in line with it: fees are collected
-- from the oldest on, and stop being collected from the newest on. Called after everything that changes what is due.
create function assign_collections(of_merchant integer, arrived_sats bigint default 0)
  returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  c fee_collections;
  fee fee_transactions;
  v_fees integer[] := '{}';
begin
  insert into fee_collections (merchant_id) values (of_merchant) on conflict do nothing;
  select * into c from fee_collections where merchant_id = of_merchant for no key update;
  c.collected_sats := c.collected_sats + arrived_sats;
  if c.assigned_sats > c.collected_sats then
    for fee in select * from fee_transactions f
      where f.merchant_id = of_merchant and f.processed and f.reversed_at is null and not is_deducted(f) order by f.id desc
    loop
      exit when c.assigned_sats <= c.collected_sats;
      c.assigned_sats := c.assigned_sats - due_sats(fee);
      v_fees := v_fees || fee.id;
    end loop;
    update fee_transactions set processed = false where id = any(v_fees);
    perform record_shares(v_fees, of_merchant, -1);
  else
    for fee in select * from fee_transactions f
      where f.merchant_id = of_merchant and not f.processed and f.reversed_at is null order by f.id
    loop
      exit when c.assigned_sats + due_sats(fee) > c.collected_sats;
      c.assigned_sats := c.assigned_sats + due_sats(fee);
      v_fees := v_fees || fee.id;
    end loop;
    if cardinality(v_fees) > 0 then
      update fee_transactions set processed = true where id = any(v_fees);
      perform record_shares(v_fees, of_merchant, 1);
    end if;
  end if;
  update fee_collections set collected_sats = c.collected_sats, assigned_sats = c.assigned_sats
  where merchant_id = of_merchant and (collected_sats, assigned_sats) <> (c.collected_sats, c.assigned_sats);
end
$$;

-- Takes a fee out of the count whose payment was undone. What had been collected for it is the merchant's credit, and
-- pays for the oldest fees that are still open.
create function reverse_fee(of_transfer bigint, at timestamptz)
  returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  fee fee_transactions;
begin
  select * into fee from fee_transactions where transfer_id = of_transfer and reversed_at is null;
  if not found then return; end if;
  if is_deducted(fee) then
    update fee_transactions set reversed_at = at where id = fee.id;
    return;
  end if;
  insert into fee_collections (merchant_id) values (fee.merchant_id) on conflict do nothing;
  perform from fee_collections where merchant_id = fee.merchant_id for no key update;
  -- As it is now that nobody else changes it.
  update fee_transactions set reversed_at = at where id = fee.id returning * into fee;
  if fee.processed then
    update fee_collections set assigned_sats = assigned_sats - due_sats(fee) where merchant_id = fee.merchant_id;
    perform record_shares(array[fee.id], fee.merchant_id, -1);
  end if;
  perform assign_collections(fee.merchant_id);
end
$$;

-- Forgives so much more of a fee, or less. The caller then assigns the merchant's money again.
create function change_forgiven(of_fee integer, by_sats bigint) returns void language plpgsql as $$
declare
  fee fee_transactions;
begin
  select * into fee from fee_transactions where id = of_fee;
  insert into fee_collections (merchant_id) values (fee.merchant_id) on conflict do nothing;
  perform from fee_collections where merchant_id = fee.merchant_id for no key update;
  update fee_transactions set forgiven_sats = forgiven_sats + by_sats where id = of_fee returning * into fee;
  if fee.processed and fee.reversed_at is null then
    update fee_collections set assigned_sats = assigned_sats - by_sats where merchant_id = fee.merchant_id;
  end if;
end
$$;

-- The markup of a merchant at a time.
create function markup_percent_at(of_merchant integer, at timestamptz)
  returns numeric language sql stable parallel safe as $$
  select coalesce(
    (select c.markup_fee_percent from markup_changes c
      where c.merchant_id = of_merchant and c.cancelled_at is null and c.effective_from <= at
      order by c.effective_from desc, c.id desc limit 1),
    (select m.markup_fee_percent from merchants m where m.id = of_merchant)
  )
$$;

-- The partners' part of a payment in percent, by the schedule of a time.
create function pool_percent_at(of_type text, at timestamptz) returns numeric language sql stable parallel safe as $$
  select case when of_type <> 'withdrawal' then s.partner_pool_percent
    when s.partner_pool_percent = 0 then 0
    else s.withdrawal_fee_percent * s.partner_pool_percent / (s.platform_fee_percent + s.partner_pool_percent) end
  from standing_fee_schedules s where s.effective_from <= at order by s.effective_from desc limit 1
$$;

-- While a merchant's fee invoice is long unpaid, nothing new can be paid. What was created before is booked as always.
create function require_fees_paid() returns trigger language plpgsql as $$
begin
  if exists (select from fee_pauses where merchant_id = new.merchant_id and paused_at is not null) then
    raise exception 'merchant % has unpaid fees', new.merchant_id
      using errcode = 'check_violation', constraint = 'merchant_fees_paid';
  end if;
  return null;
end
$$;
