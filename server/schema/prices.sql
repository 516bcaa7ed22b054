-- What a bitcoin costs, in dollars and in other currencies.

-- The price of a bitcoin in dollars over time.
create table prices (
  id bigint generated always as identity primary key,
  currency text not null default 'USD',
  price numeric(14,2) not null constraint prices_price check (price > 0),
  source text not null,
  at timestamptz not null default app_now()
);
create index prices_latest on prices (currency, at desc);

-- The currencies that an invoice can be priced in: those for which the payment server has a rate, read once a day.
create table currencies (
  code text primary key constraint currencies_code check (code ~ '^[A-Z]{3,5}$'),
  -- What one bitcoin costs, to know how large an amount is. Null until it is first read. Invoices have their own rate.
  rate numeric(24,8) constraint currencies_rate check (rate > 0),
  read_at timestamptz
);
-- What could be used before the list was read for the first time.
insert into currencies (code) values
  ('USD'),
  ('EUR'),
  ('GBP'),
  ('CAD'),
  ('AUD'),
  ('CHF'),
  ('JPY'),
  ('BTC'),
  ('SATS');

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
