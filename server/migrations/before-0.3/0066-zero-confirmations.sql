-- Unconfirmed payments below this many dollars count as paid on invoices that need no confirmation. 0 turns it off.
alter table merchants add column zero_confirmation_limit_usd numeric(12, 2) not null default 0
  constraint merchants_zero_confirmation_limit check (zero_confirmation_limit_usd between 0 and 100000);

alter table notifications drop constraint notifications_reason, add constraint notifications_reason
  check (reason in ('overpaid', 'paid-late', 'partially-paid', 'double-spent', 'payout-failed', 'webhook-disabled'));
