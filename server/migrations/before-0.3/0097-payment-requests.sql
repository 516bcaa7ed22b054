-- BTCPay's payment requests are invoices with a due date. A shop with a million other invoices lists them too.
create index invoices_with_due_date on invoices (merchant_id, id) where due_at is not null;
