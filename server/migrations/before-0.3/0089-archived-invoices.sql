-- A shop can archive an invoice: it leaves the shop's lists and is still watched for payments.
alter table invoices add column archived_at timestamptz;

-- Plugins that want every event get these too.
update webhook_endpoints set events = events || array['invoice.paid_late', 'invoice.paid_partial']
where kind = 'btcpay' and not events && array['invoice.paid_late', 'invoice.paid_partial']
  and events @> array['invoice.created', 'invoice.processing', 'invoice.settled', 'invoice.expired', 'invoice.invalid',
    'payment.received', 'payment.confirmed', 'refund.created', 'refund.claimed', 'refund.broadcast', 'refund.confirmed',
    'refund.failed'];
