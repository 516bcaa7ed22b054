-- Invoices of one state in the order of their customers. Those that nobody paid often name no customer, so that a walk
-- through all customers would find the first of them late.
create index invoices_by_state_and_customer on invoices
  (merchant_id, state, (lower(coalesce(customer_name, customer_email)) collate "C"), id)
  where invoice_id is not null;
