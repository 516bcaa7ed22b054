-- Invoices that are unpaid after their due date have a filter of their own. Usually there are few of them.
create index invoices_overdue on invoices (merchant_id, created_at, id) include (amount_usd, received_usd)
  where overdue_at is not null and status = 'new';

-- The merchant's people are notified of each of them.
alter table notifications drop constraint notifications_reason, add constraint notifications_reason
  check (reason in ('overpaid', 'paid-late', 'partially-paid', 'overdue', 'double-spent', 'payout-failed',
    'webhook-disabled', 'refund-requested'));
