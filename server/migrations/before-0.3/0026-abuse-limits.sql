-- Limits that keep a stolen API key, a cashier or a hostile BTCPay from doing more harm than a person would notice.

-- What a key may refund in a UTC day. Keys that exist already may refund nothing until a person sets a limit.
alter table api_keys
  add column daily_refund_limit_usd numeric(12, 2) not null default 0.00
    constraint api_keys_daily_refund_limit check (daily_refund_limit_usd >= 0);
alter table refunds
  add column api_key_id integer constraint refunds_api_key references api_keys,
  add column emailed_at timestamptz;
update refunds set emailed_at = offered_at where customer_email is not null;
create index refunds_by_api_key on refunds (api_key_id, offered_at) where api_key_id is not null;

-- Where a key's refund goes: the customer's address as it was when the first payment was seen.
alter table invoices
  add column payment_seen_at timestamptz,
  add column refund_email text;
-- No version of the product has ever changed customer_email after creation, so it is the address of that moment.
update invoices i set payment_seen_at = p.seen_at, refund_email = i.customer_email
from (
  select invoice_id, min(seen_at) as seen_at from transactions
  where invoice_id is not null and type = 'incoming' group by invoice_id
) p where p.invoice_id = i.invoice_id;

-- A trigger, because payments are found in several ways: by the invoice, by the wallet and by the node.
create function record_refund_email() returns trigger language plpgsql as $$
begin
  update invoices set payment_seen_at = app_now(), refund_email = customer_email
  where invoice_id = new.invoice_id and payment_seen_at is null;
  return null;
end
$$;
create trigger record_refund_email after insert or update of invoice_id on transactions
  for each row when (new.invoice_id is not null and new.type = 'incoming') execute function record_refund_email();

-- Answers to earlier refunds by keys hold a claim link. They are sealed, so they are found by what was asked.
update idempotency_keys k set answer_body = null
from refunds r
where k.key like 'v1:%' and k.scope = 'merchant:' || r.merchant_id and k.input_hash = sha256(convert_to(
  '["POST","/api/v1/invoices/:invoiceId/refund",{"invoiceId":' || to_json(r.invoice_id)::text || '},null,{"kind":"' || r.kind || '"}]',
  'UTF8'));

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

-- Webhooks of BTCPay that wait for a sync are counted on their store, which each of them locks anyway.
delete from engine_hooks a using engine_hooks b
where b.store_ref = a.store_ref and b.delivery_id = a.delivery_id and b.id < a.id;
update engine_hooks set delivery_id = null where length(delivery_id) > 100;
delete from engine_hooks h using (
  select id, row_number() over (partition by store_ref, handled_at is null order by id desc) as place from engine_hooks
) p where p.id = h.id and p.place > case when h.handled_at is null then 10000 else 100 end;
create unique index engine_hooks_delivery on engine_hooks (store_ref, delivery_id) where delivery_id is not null;
create index engine_hooks_handled on engine_hooks (store_ref, id desc) where handled_at is not null;
alter table stores
  add column waiting_hooks integer not null default 0,
  add column dropped_hooks bigint not null default 0;
update stores s set waiting_hooks = h.waiting
from (select store_ref, count(*) as waiting from engine_hooks where handled_at is null group by store_ref) h
where h.store_ref = s.id;

-- What BTCPay said when it refused an invoice is for operators. `failure` is the sentence that merchants read.
alter table invoices add column failure_detail text;
update invoices set failure_detail = failure, failure = null
where failure is not null and failure <> 'The payment server never made this invoice.';
create index invoices_refused on invoices (created_at desc) where failure_detail is not null;

-- Whether BTCPay has a rate source, as of its last check.
alter table engine_checks add column rate_problem text;

-- The list of alerts is in the contract; a second list here would have to be changed with every new kind.
alter table alerts
  drop constraint if exists alerts_kind,
  add constraint alerts_kind check (kind ~ '^[a-z]+(-[a-z]+)*$');

-- Where the operator pays into the platform's wallet; another one is taken when it has been used.
alter table platform add column funding_address text;
