-- A customer may get a new price for an expired invoice for a day. One that was renewed keeps the limit of the first, so
-- that nobody keeps an old price of the shop alive by renewing it again and again.
alter table invoices add column renewable_until timestamptz;
