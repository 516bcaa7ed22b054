-- Emails, written in the transaction of what they report and sent by a worker.

-- Emails to send, and those that were sent.
create table mail_outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- dropped: nobody wants it to be sent anymore. kept: there is no mail server, so it is only shown.
  status text not null default 'waiting'
    constraint mail_outbox_status check (status in ('waiting', 'sent', 'kept', 'failed', 'dropped', 'held')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  -- Whose email it is, so that many emails of one merchant don't delay those of others. Null: the platform's own.
  -- `refused` says that the mail server works and turned down only this email.
  merchant_id integer constraint mail_outbox_merchant references merchants(id),
  refused boolean not null default false,
  -- An email to every merchant, such as a notice of new fees. It waits for all other emails of the platform, so that
  -- nobody's password reset waits for the last one.
  is_mass boolean not null default false,
  -- The receipt or reminder that an email is. It is checked once more before it is sent.
  invoice_email bigint,
  -- While a worker sends an email, nobody else may: sending it again by hand waits until then.
  sending_until timestamptz
);
create index mail_outbox_waiting on mail_outbox (next_attempt_at, id) where status = 'waiting';
create index mail_outbox_by_recipient on mail_outbox (recipient, id desc);
create index mail_outbox_failed on mail_outbox (id desc) where status = 'failed';
create index mail_outbox_turns on mail_outbox (merchant_id, next_attempt_at, id) where status = 'waiting';
create index mail_outbox_own on mail_outbox (is_mass, next_attempt_at, id)
  where status = 'waiting' and merchant_id is null;
create index mail_outbox_held on mail_outbox (id desc) where status = 'held';
create index mail_outbox_by_time on mail_outbox (created_at, id);
create index mail_outbox_by_state on mail_outbox (email_state(status, attempts), created_at, id);
create index mail_outbox_by_merchant on mail_outbox (merchant_id, created_at, id) where merchant_id is not null;

-- Emails to addresses that a merchant or its customers name, by merchant and by recipient.
create table customer_email_counts (
  bucket text primary key,
  sent_at timestamptz[] not null default '{}'
);

-- Takes one email from both limits, or none. Returns null when it may be sent, else the time from which it may be.
create function take_customer_email(of_merchant integer, recipient text, per_merchant integer, per_recipient integer, period interval)
  returns timestamptz language plpgsql as $$
declare
  t constant timestamptz := app_now();
  buckets constant text[] := array['merchant:' || of_merchant, 'recipient:' || recipient];
  most constant integer[] := array[per_merchant, per_recipient];
  opens_at timestamptz;
begin
  -- Both rows are locked in the same order everywhere: emails at the same moment are counted one after the other.
  insert into customer_email_counts as c (bucket) select unnest(buckets)
  on conflict (bucket) do update set
    sent_at = array(select sent from unnest(c.sent_at) sent where sent > t - period order by sent);
  select max(c.sent_at[cardinality(c.sent_at) - b.most + 1]) + period into opens_at
  from unnest(buckets, most) b(bucket, most) join customer_email_counts c on c.bucket = b.bucket
  where cardinality(c.sent_at) >= b.most;
  if opens_at is not null then
    return opens_at;
  end if;
  update customer_email_counts set sent_at = sent_at || t where bucket = any(buckets);
  return null;
end
$$;
