-- An old attempt of an invoice with a due date must be no free option on the price. Its rate counts for payments that came
-- in time, and any other one counts at the lowest of that rate and our prices when it was seen and confirmed.
create table attempt_payments (
  transaction_id integer primary key constraint attempt_payments_transaction references transactions,
  -- When it was first seen. A replacement that pays the same output keeps the time of what it replaced.
  seen_at timestamptz not null,
  -- What a bitcoin cost then, in the currency of the invoice. Null: we had no price.
  seen_rate numeric(30, 8) constraint attempt_payments_seen_rate check (seen_rate > 0),
  -- Its first confirmation, also if a reorganization undid that later.
  confirmed_at timestamptz,
  confirmed_rate numeric(30, 8) constraint attempt_payments_confirmed_rate check (confirmed_rate > 0),
  replaces integer constraint attempt_payments_replaces references transactions,
  -- Booked before prices were compared: it counts at the rate of its attempt.
  keeps_rate boolean not null default false
);
create index attempt_payments_replaced on attempt_payments (replaces) where replaces is not null;
create index attempt_payments_without_rate on attempt_payments (transaction_id)
  where confirmed_at is not null and confirmed_rate is null and not keeps_rate;

insert into attempt_payments (transaction_id, seen_at, confirmed_at, keeps_rate)
  select id, seen_at, confirmed_at, true from transactions
  where attempt_id is not null and type = 'incoming' and bookings > 0;

-- What a bitcoin cost in a currency at some time. If our price was old, the lower one of those before and after counts,
-- so that a payer gains nothing while prices are missing. Null if none is known. Engines and blocks tell whole seconds, so
-- the price at the end of that second counts.
create function rate_at(of_currency text, moment timestamptz) returns numeric language plpgsql stable as $$
declare
  ended timestamptz := least(app_now(), date_trunc('second', moment) + interval '1 second');
  earlier prices;
  crossed numeric;
begin
  if of_currency = 'BTC' then return 1; end if;
  if of_currency = 'SATS' then return 100000000; end if;
  select * into earlier from prices where currency = of_currency and at <= ended order by at desc limit 1;
  if earlier.at > ended - interval '15 minutes' then return earlier.price; end if;
  if of_currency <> 'USD' then
    select rate_at('USD', moment) * c.rate / d.rate into crossed
    from currencies c join currencies d on d.code = 'USD' and d.rate > 0 where c.code = of_currency and c.rate > 0;
    if crossed is not null then return round(crossed, 8); end if;
  end if;
  return least(earlier.price,
    (select price from prices where currency = of_currency and at > ended order by at limit 1));
end
$$;

-- Whether the rate of its attempt, which ended at this time, no longer counts for a payment.
create function is_paid_late(
  seen_at timestamptz, confirmed_at timestamptz, keeps_rate boolean, method text, ended timestamptz
) returns boolean language sql stable as $$
  select not keeps_rate and (seen_at >= ended
    or (method = 'on-chain' and coalesce(confirmed_at, app_now()) > ended + interval '60 minutes'))
$$;

-- Whether one transaction took the place of another: both spend the same coin. Without details of both, the one that was
-- replaced must have left the mempool.
create function is_replaced_by(before transactions, after transactions) returns boolean language sql stable as $$
  select coalesce(
    (select exists (
        select from jsonb_array_elements(b.inputs) x join jsonb_array_elements(a.inputs) y
          on x ->> 'previousTxid' = y ->> 'previousTxid' and x ->> 'previousIndex' = y ->> 'previousIndex')
      from transaction_details b, transaction_details a where b.txid = before.txid and a.txid = after.txid),
    before.status = 'failed' or before.disputed)
$$;
