-- Managers are notified when a cashier requests a refund.
alter table notifications drop constraint notifications_reason, add constraint notifications_reason
  check (reason in ('overpaid', 'paid-late', 'partially-paid', 'double-spent', 'payout-failed', 'webhook-disabled',
    'refund-requested'));
