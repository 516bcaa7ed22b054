-- People search for a shop's own number of an order by its beginning, in capitals or not. Admins search all shops at once.
create index invoices_by_order_number on invoices (merchant_id, lower(metadata ->> 'orderId') text_pattern_ops)
  where metadata ? 'orderId';
create index invoices_of_all_by_order_number on invoices (lower(metadata ->> 'orderId') text_pattern_ops)
  where metadata ? 'orderId';
