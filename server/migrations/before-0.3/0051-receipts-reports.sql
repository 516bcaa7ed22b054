-- How often the receipt of an invoice was emailed. Anyone with the link can request it, so this never starts again.
create table receipt_emails (
  invoice_ref integer primary key constraint receipt_emails_invoice references invoices,
  sent integer not null constraint receipt_emails_sent check (sent between 1 and 3)
);

-- What visitors reported about a checkout page. Only operators see it.
create table page_reports (
  id integer generated always as identity primary key,
  invoice_ref integer not null constraint page_reports_invoice references invoices,
  merchant_id integer not null constraint page_reports_merchant references merchants,
  reason text not null,
  contact text,
  created_at timestamptz not null default app_now()
);
create index page_reports_by_time on page_reports (created_at);
