-- Fees and net amounts on the row, sums of rows by hour, and indexes by date, gross and net amount: a merchant's list is
-- filtered, sorted and totaled at the same cost after a million payments as after a thousand.

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

-- What a payment cost, or what a send cost on top of its amount, is null as long as a payment is not booked, and while a
-- network fee is unknown. What was sent without us and sweeps have the network fee in their amount, so theirs is zero.
-- Gross and net amounts are negative when money was sent, so that lists and sums need no other column.
alter table transactions
  add column fee_sats bigint constraint transactions_fee_sats check (fee_sats >= 0),
  add column fee_cents bigint constraint transactions_fee_cents check (fee_cents >= 0),
  add column class smallint not null
    generated always as (transaction_class(type, purpose, status, method, invoice_id, booked)) stored,
  add column gross_cents bigint generated always as (
    case type when 'incoming' then 1 else -1 end * (amount_usd * 100)::bigint
  ) stored,
  add column net_cents bigint generated always as (
    case type when 'incoming' then 1 else -1 end * (amount_usd * 100)::bigint - fee_cents
  ) stored;

drop index transactions_by_class;
drop function transaction_class(text, text, text, text);

update transactions t set fee_sats = n.sats, fee_cents = n.cents from (
  select t.id, coalesce((f.fee_btc * 100000000)::bigint, 0) as sats, coalesce((f.fee_usd * 100)::bigint, 0) as cents
  from transactions t left join fee_transactions f on f.transfer_id = t.transfer_id and f.reversed_at is null
  where t.type = 'incoming' and t.booked
  union all
  select o.id, o.sats, round(o.sats * o.btc_price / 1000000)::bigint from (
    select t.id, t.btc_price, case when t.purpose in ('withdrawal', 'refund')
      then coalesce((select v.network_fee_sats from send_versions v where v.txid = t.txid limit 1),
        (select d.fee_sats from transaction_details d where d.txid = t.txid))
      else 0 end as sats
    from transactions t where t.type = 'outgoing'
  ) o where o.sats is not null
) n where n.id = t.id;

-- Each holds all that a filter, a range and a sort look at, so that rows outside of the page are never read.
create index transactions_by_class on transactions (merchant_id, class, seen_at desc, id desc) include (gross_cents, net_cents);
create index transactions_by_gross on transactions (merchant_id, class, gross_cents, id) include (seen_at);
create index transactions_by_net on transactions (merchant_id, class, net_cents, id) include (seen_at);
create index transactions_of_all_by_class on transactions (class, seen_at desc, id desc) include (gross_cents, net_cents);
create index transactions_of_all_by_gross on transactions (class, gross_cents, id) include (seen_at);
create index transactions_of_all_by_net on transactions (class, net_cents, id) include (seen_at);

-- The words of an invoice's customer and description. Each begins with its merchant, because an index of words has no
-- other columns without an extension that a Postgres elsewhere may lack.
create function invoice_words(merchant_id integer, customer_name text, description text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array(
  select merchant_id || ':' || word
  from unnest(tsvector_to_array(search_words(coalesce(customer_name, '') || ' ' || coalesce(description, '')))) word
));
create index invoices_by_customer_words on invoices using gin (invoice_words(merchant_id, customer_name, description))
  where invoice_id is not null and (customer_name is not null or description is not null);

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
) with (fillfactor = 80);

-- What has changed since the sums were last updated. Writers only append here, so they never wait for each other and can't
-- deadlock at a sum. Whoever reads sums adds the changes, which are in the same snapshot.
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
create trigger record_sums after insert or delete on transactions for each row execute function record_transaction_sums();
-- Confirmations rise with every block, and change no sum.
create trigger record_changed_sums after update on transactions for each row when (
  (old.merchant_id, old.seen_at, old.class, old.amount, old.gross_cents, old.fee_sats, old.fee_cents)
  is distinct from (new.merchant_id, new.seen_at, new.class, new.amount, new.gross_cents, new.fee_sats, new.fee_cents)
) execute function record_transaction_sums();

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

-- Computes all sums from the rows, for the rows that were there before the sums.
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
select fill_transaction_sums();

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

-- What each partner earns of each fee, in order of the payment's time, amount and share. The ledger has no such order.
create table partner_shares (
  fee_id integer not null constraint partner_shares_fee references fee_transactions,
  partner_id integer not null,
  merchant_id integer not null,
  seen_at timestamptz not null,
  gross_cents bigint not null,
  share_sats bigint not null,
  share_usd8 bigint not null,
  -- The payment was undone. A later block books another fee.
  reversed boolean not null default false,
  primary key (fee_id, partner_id)
);
create index partner_shares_by_time on partner_shares (partner_id, seen_at, fee_id)
  include (gross_cents, share_sats, share_usd8) where not reversed;
create index partner_shares_by_merchant on partner_shares (partner_id, merchant_id, seen_at, fee_id) where not reversed;
create index partner_shares_by_gross on partner_shares (partner_id, gross_cents, fee_id) include (seen_at, merchant_id) where not reversed;
create index partner_shares_by_share on partner_shares (partner_id, share_usd8, fee_id) include (seen_at, merchant_id) where not reversed;

create function shares_of_fee(fee fee_transactions) returns setof partner_shares language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select fee.id, a.owner_id, fee.merchant_id, coalesce((select t.seen_at from transactions t where t.id = fee.transaction_id), fee.created_at),
    (fee.original_amount_usd * 100)::bigint, -e.amount_sats, (-e.amount_usd * 100000000)::bigint, fee.reversed_at is not null
  from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where e.transfer_id = fee.transfer_id and a.owner_kind = 'partner' and a.kind = 'earned'
$$;
insert into partner_shares select s.* from fee_transactions f cross join lateral shares_of_fee(f) s;

create function record_partner_shares() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into partner_shares select * from shares_of_fee(new);
  else
    update partner_shares set reversed = new.reversed_at is not null where fee_id = new.id;
  end if;
  return null;
end
$$;
create trigger record_shares after insert on fee_transactions
  for each row when (new.partner_sats > 0) execute function record_partner_shares();
create trigger record_reversed_shares after update of reversed_at on fee_transactions
  for each row when ((old.reversed_at is null) <> (new.reversed_at is null)) execute function record_partner_shares();
