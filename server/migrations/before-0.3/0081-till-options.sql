-- The options of the invoices that a till creates, and those that each sale was charged with.
alter table tills add column options jsonb not null default '{}'
  constraint tills_options check (jsonb_typeof(options) = 'object');
alter table till_sales add column options jsonb not null default '{}'
  constraint till_sales_options check (jsonb_typeof(options) = 'object');
