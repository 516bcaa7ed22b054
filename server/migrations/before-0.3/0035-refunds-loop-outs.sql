-- Refunds of a part of an invoice, with a reason. Rows from before have no amount in a currency: theirs is amount_usd.
alter table refunds
  add column amount numeric(20, 8) constraint refunds_amount_in_currency check (amount >= 0),
  add column currency text constraint refunds_currency check (length(currency) <= 10),
  add column reason text constraint refunds_reason check (length(reason) between 1 and 500),
  -- What the refund counts against the daily limit of its API key: the higher of its value when the customer paid and when
  -- it was created. Null where that is amount_usd.
  add column counted_usd numeric(12, 2) constraint refunds_counted_usd check (counted_usd >= 0),
  drop constraint refunds_kind,
  add constraint refunds_kind check (kind in ('overpaid', 'everything', 'partial')),
  add constraint refunds_amount_and_currency check ((amount is null) = (currency is null));
