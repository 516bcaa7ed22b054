-- Receipts and reminders of invoices that were emailed to a customer. Each waits here for its time and for the limits of
-- emails, and is written when it is queued, so that it says what is true then.
create table invoice_emails (
  id bigint generated always as identity primary key,
  invoice_ref integer not null constraint invoice_emails_invoice references invoices(id),
  type text not null constraint invoice_emails_type check (type in ('receipt', 'reminder')),
  -- Of a reminder: the due date that it is about, and how many days after it.
  due_at timestamptz,
  days integer,
  -- queued: it is in the outbox. dropped: nobody needs it anymore, such as a reminder of a paid invoice.
  status text not null default 'waiting' constraint invoice_emails_status check (status in ('waiting', 'queued', 'dropped')),
  next_at timestamptz not null default app_now(),
  -- A limit of emails keeps it waiting.
  is_delayed boolean not null default false,
  -- What a queued reminder asks for, in the invoice's currency.
  amount_due text,
  created_at timestamptz not null default app_now(),
  queued_at timestamptz,
  constraint invoice_emails_reminder check ((type = 'reminder') = (due_at is not null and days is not null))
);
create unique index invoice_emails_receipt on invoice_emails (invoice_ref) where type = 'receipt';
create unique index invoice_emails_reminder on invoice_emails (invoice_ref, due_at, days);
create index invoice_emails_waiting on invoice_emails (next_at, id) where status = 'waiting';

-- Invoices whose customer wants no reminders.
create table stopped_reminders (
  invoice_ref integer primary key constraint stopped_reminders_invoice references invoices(id),
  stopped_at timestamptz not null default app_now()
);

-- Whether the shop's customers are reminded of unpaid invoices.
alter table merchants add column sends_reminders boolean not null default true;

-- The receipt or reminder that an email is. It is checked once more before it is sent.
alter table mail_outbox add column invoice_email bigint;
