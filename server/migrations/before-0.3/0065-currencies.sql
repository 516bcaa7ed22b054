-- The currencies that an invoice can be priced in: those for which the payment server has a rate, read once a day.
create table currencies (
  code text primary key constraint currencies_code check (code ~ '^[A-Z]{3,5}$'),
  -- What one bitcoin costs, to know how large an amount is. Null until it is first read. Invoices have their own rate.
  rate numeric(24, 8) constraint currencies_rate check (rate > 0),
  read_at timestamptz
);

-- What could be used before the list was read for the first time.
insert into currencies (code) values ('USD'), ('EUR'), ('GBP'), ('CAD'), ('AUD'), ('CHF'), ('JPY'), ('BTC'), ('SATS');
