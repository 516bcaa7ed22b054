-- How a merchant's lists are read: whatever they are filtered by, from the end of an index, so that a page costs the same
-- after a million payments as after a thousand.

-- The four filters with few values make 24 classes; each is read from its own end, and the newest of them are shown.
create function transaction_class(type text, status text, method text, invoice_id text) returns smallint
  language sql immutable parallel safe
  return (
    case type when 'incoming' then 0 else 12 end + case status when 'pending' then 0 when 'confirmed' then 4 else 8 end
    + case method when 'on-chain' then 0 else 2 end + case when invoice_id is null then 0 else 1 end
  )::smallint;

create index transactions_by_time on transactions (merchant_id, seen_at desc, id desc);
create index transactions_by_class
  on transactions (merchant_id, transaction_class(type, status, method, invoice_id), seen_at desc, id desc);
create index transactions_by_amount on transactions (merchant_id, amount);

create index invoices_by_status on invoices (merchant_id, status, id desc);
create index invoices_by_number on invoices (invoice_id text_pattern_ops) where invoice_id is not null;
create index invoices_by_address on invoices (bitcoin_address text_pattern_ops) where bitcoin_address is not null;
create index invoices_by_words on invoices using gin (to_tsvector('simple', description)) where description is not null;
