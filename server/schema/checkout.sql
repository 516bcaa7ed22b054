-- Customer pages: receipts, reports and the sites that may show them.

-- How often the receipt of an invoice was emailed. Anyone with the link can request it, so this never starts again.
create table receipt_emails (
  invoice_ref integer primary key constraint receipt_emails_invoice references invoices(id),
  sent integer not null constraint receipt_emails_sent check (sent between 1 and 3)
);

-- What visitors reported about a checkout page. Only operators see it.
create table page_reports (
  id integer generated always as identity primary key,
  invoice_ref integer not null constraint page_reports_invoice references invoices(id),
  merchant_id integer not null constraint page_reports_merchant references merchants(id),
  reason text not null,
  contact text,
  created_at timestamptz not null default app_now()
);
create index page_reports_by_time on page_reports (created_at);

-- The sites that may show a merchant's checkout inside of their own pages.
create table checkout_origins (
  merchant_id integer not null constraint checkout_origins_merchant_id_fkey references merchants(id) on delete cascade,
  -- It becomes a part of a header, so that it holds nothing but a scheme, a host and a port.
  origin text not null
    constraint checkout_origins_origin check (length(origin) <= 270 and origin ~ '^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$'),
  created_at timestamptz not null default app_now(),
  constraint checkout_origins_unique primary key (merchant_id, origin)
);
