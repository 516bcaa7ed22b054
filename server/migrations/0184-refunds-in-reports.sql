-- Reports take off the refunds that were paid in a period.
create index refunds_by_paid on refunds (merchant_id, paid_at) where status = 'paid';
