-- Invoices, the attempts of those with a due date, and every address and payment hash that was handed out for them.

-- What a merchant asks a customer to pay.
create table invoices (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint invoices_merchant references merchants(id),
  invoice_id text constraint invoices_invoice_id_unique unique,
  amount numeric(16,8) constraint invoices_amount check (amount >= 0),
  amount_usd numeric(12,2) constraint invoices_amount_usd check (amount_usd >= 0),
  description text,
  status text not null default 'new'
    constraint invoices_status check (status in ('creating', 'new', 'processing', 'settled', 'expired', 'invalid', 'failed')),
  checkout_link text,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  order_id text not null constraint invoices_order_id_unique unique,
  input_hash text,
  leased_until timestamptz,
  failure text,
  currency text not null default 'USD',
  price_amount numeric(20,8),
  btc_price numeric(12,2),
  additional_status text not null default 'none'
    constraint invoices_additional_status check (additional_status in ('none', 'paid-late', 'paid-partial', 'marked', 'paid-over')),
  customer_email text,
  customer_name text,
  bitcoin_address text,
  lightning_invoice text,
  payment_link text,
  missing_methods text[] not null default '{}',
  paid_sats bigint not null default 0,
  due_sats bigint,
  may_be_marked text[] not null default '{}',
  expires_at timestamptz,
  read_at timestamptz,
  check_due_at timestamptz,
  created_by text,
  -- An expired invoice that nobody paid gets a new price once: the second request finds the first one's invoice.
  renewed_by text constraint invoices_renewed_by references invoices(invoice_id),
  mailed_at timestamptz,
  late_sats bigint not null default 0,
  -- What a shop wrote on it, for itself.
  metadata jsonb not null default '{}',
  -- Where the customer may go back to.
  redirect_url text,
  payment_link_id integer,
  -- Where a key's refund goes: the customer's address as it was when the first payment was seen.
  payment_seen_at timestamptz,
  refund_email text,
  -- What BTCPay said when it refused an invoice is for operators. `failure` is the sentence that merchants read.
  failure_detail text,
  read_failures integer not null default 0,
  -- Since when BTCPay says that it does not know this invoice, and how often it has said so.
  unknown_since timestamptz,
  unknown_looks integer not null default 0,
  -- One word for what an invoice is, computed here and nowhere else: list, filter, count and badge read this column.
  state text generated always as (case
    when status in ('creating', 'failed') then null::text
    when status = 'invalid' then 'invalid'
    when status = 'processing' then 'confirming'
    when additional_status = 'paid-over' then 'overpaid'
    when additional_status = 'paid-late' then 'paid-late'
    when additional_status = 'paid-partial' and status <> 'settled' then 'partially-paid'
    when status = 'settled' then 'paid'
    when status = 'expired' then 'expired'
    else 'unpaid' end) stored
    constraint invoices_state check (state in ('unpaid', 'confirming', 'paid', 'partially-paid', 'overpaid', 'paid-late', 'expired', 'invalid')),
  -- The dollars of its booked payments.
  received_usd numeric(14,2) not null default 0,
  -- When someone decided what to do about an overpaid, late or partial payment: refunded it, or kept it.
  dealt_with_at timestamptz,
  -- How an invoice is paid, as its creator chose: expiry, methods, tolerance, confirmations and so on. Only what was set.
  options jsonb not null default '{}' constraint invoices_options check (jsonb_typeof(options) = 'object'),
  -- A top-up takes any amount. What was paid is its price, which is null until then.
  type text not null default 'standard' constraint invoices_type check (type in ('standard', 'top-up')),
  -- An invoice with a due date has its own ID and can be paid for weeks. Each time a customer opens it, BTCPay creates an
  -- invoice at the rate of that moment: an attempt. Payments of all attempts count for the invoice.
  due_at timestamptz,
  -- Since when it is unpaid after its due date.
  overdue_at timestamptz,
  -- The merchant canceled it or marked it as paid. Its attempts must not be paid anymore.
  closed_at timestamptz,
  -- A payment or an attempt has changed, so status and figures must be computed again.
  recount_due boolean not null default false,
  -- A shop can archive an invoice: it leaves the shop's lists and is still watched for payments.
  archived_at timestamptz,
  -- The store that an invoice was created in, and whose wallet has a transaction. Null: the merchant's first store.
  at_store integer constraint invoices_store references stores(id),
  -- A customer may get a new price for an expired invoice for a day. One that was renewed keeps the limit of the first, so
  -- that nobody keeps an old price of the shop alive by renewing it again and again.
  renewable_until timestamptz,
  -- How many of its payment link's thing it is for. It takes as many places of the link.
  link_quantity integer not null default 1,
  constraint invoices_known check ((status in ('creating', 'failed')) or invoice_id is not null),
  constraint invoices_due check (due_at is not null or overdue_at is null and closed_at is null and not recount_due)
);
create index invoices_by_merchant on invoices (merchant_id, id desc);
create index invoices_check_due on invoices (merchant_id, check_due_at) where check_due_at is not null;
-- Searching a merchant's payments by customer goes over its invoices.
create index invoices_by_customer on invoices (merchant_id, lower(customer_email) text_pattern_ops)
  where customer_email is not null;
-- Invoices that the engine was asked for and that nobody finished.
create index invoices_creating on invoices (created_at) where status = 'creating';
create index invoices_by_payment_link on invoices (payment_link_id, status)
  include (paid_sats, amount_usd)
  where payment_link_id is not null;
-- Shops find an invoice by their own number of the order.
create index invoices_by_shop_order on invoices (merchant_id, (metadata ->> 'orderId')) where metadata ? 'orderId';
create index invoices_by_number on invoices (invoice_id text_pattern_ops) where invoice_id is not null;
create index invoices_by_address on invoices (bitcoin_address text_pattern_ops) where bitcoin_address is not null;
create index invoices_refused on invoices (created_at desc) where failure_detail is not null;
create index invoices_unknown on invoices (merchant_id) where unknown_since is not null;

-- The words of an invoice's customer and description. Each begins with its merchant, because an index of words has no
-- other columns without an extension that a Postgres elsewhere may lack.
create function invoice_words(merchant_id integer, customer_name text, description text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array(
  select merchant_id || ':' || word
  from unnest(tsvector_to_array(search_words(coalesce(customer_name, '') || ' ' || coalesce(description, '')))) word
));

create index invoices_by_customer_words on invoices using gin (invoice_words(merchant_id, customer_name, description))
  where invoice_id is not null and (customer_name is not null or description is not null);
create index invoices_by_status on invoices (merchant_id, status, created_at, id);
create index invoices_by_time on invoices (merchant_id, created_at, id) where invoice_id is not null;
create index invoices_by_state on invoices (merchant_id, state, created_at, id)
  include (status, amount_usd, received_usd)
  where invoice_id is not null;
create index invoices_by_gross on invoices (merchant_id, amount_usd, id)
  include (created_at, state, status)
  where invoice_id is not null;
create index invoices_attention on invoices (merchant_id, created_at, id)
  include (amount_usd, received_usd)
  where (state in ('overpaid', 'paid-late', 'partially-paid')) and dealt_with_at is null;
-- People search for a shop's own number of an order by its beginning, in capitals or not. Admins search all shops at once.
create index invoices_by_order_number on invoices (merchant_id, lower(metadata ->> 'orderId') text_pattern_ops)
  where metadata ? 'orderId';
create index invoices_of_all_by_order_number on invoices (lower(metadata ->> 'orderId') text_pattern_ops)
  where metadata ? 'orderId';
create index invoices_recount on invoices (merchant_id) where recount_due;
create index invoices_to_become_overdue on invoices (due_at)
  where due_at is not null and overdue_at is null and status = 'new';

-- Programs list the invoices whose metadata has a value. Each value begins with its merchant, as words of a search do, and
-- is hashed, because an index can't hold long texts.
create function invoice_notes(merchant_id integer, metadata jsonb) returns text[]
language sql immutable parallel safe
return array(
  select md5(merchant_id || ':' || key || '=' || value) from jsonb_each_text(metadata) where value is not null
);

create index invoices_by_metadata on invoices using gin (invoice_notes(merchant_id, metadata))
  where invoice_id is not null and metadata <> '{}'::jsonb;
-- Invoices that are unpaid after their due date have a filter of their own. Usually there are few of them.
create index invoices_overdue on invoices (merchant_id, created_at, id)
  include (amount_usd, received_usd)
  where overdue_at is not null and status = 'new';
-- BTCPay's payment requests are invoices with a due date. A shop with a million other invoices lists them too.
create index invoices_with_due_date on invoices (merchant_id, id) where due_at is not null;
create index invoices_due_open on invoices (merchant_id) where due_at is not null and (status in ('new', 'processing'));
create trigger require_open_merchant after insert on invoices for each row execute function require_open_merchant();
create trigger wake_store after insert on invoices for each row execute function wake_store();
-- Invoices that were created before a restore and are read back may be paid already.
create trigger require_fees_paid after insert on invoices
  for each row when (new.input_hash is distinct from 'read back') execute function require_fees_paid();

-- BTCPay's invoices of an invoice with a due date, one for each time that a customer opened it.
create table invoice_attempts (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint invoice_attempts_merchant references merchants(id),
  invoice_ref integer not null constraint invoice_attempts_invoice references invoices(id),
  -- Written before BTCPay is asked, so that a lost answer creates no second invoice.
  order_id text not null constraint invoice_attempts_order unique,
  server_url text not null,
  store_id text not null,
  status text not null default 'creating'
    constraint invoice_attempts_status check (status in ('creating', 'failed', 'new', 'processing', 'settled', 'expired', 'invalid')),
  -- The part of the invoice's price that it asks for, in the invoice's currency.
  price numeric(30,12) not null constraint invoice_attempts_price check (price > 0),
  engine_invoice_id text,
  amount_sats bigint constraint invoice_attempts_amount check (amount_sats > 0),
  btc_price numeric(12,2),
  confirmations integer constraint invoice_attempts_confirmations check (confirmations >= 0),
  bitcoin_address text,
  lightning_invoice text,
  missing_methods text[] not null default '{}',
  expires_at timestamptz,
  failure text,
  created_at timestamptz not null default app_now(),
  leased_until timestamptz,
  check_due_at timestamptz,
  read_failures integer not null default 0,
  unknown_looks integer not null default 0,
  constraint invoice_attempts_complete check ((status in ('creating', 'failed')) = (engine_invoice_id is null)),
  constraint invoice_attempts_priced check (engine_invoice_id is null or amount_sats is not null and btc_price is not null and confirmations is not null and expires_at is not null)
);
create index invoice_attempts_by_invoice on invoice_attempts (invoice_ref, created_at);
-- However many customers and servers open an invoice at once, one asks BTCPay.
create unique index invoice_attempts_creating on invoice_attempts (invoice_ref) where status = 'creating';
create unique index invoice_attempts_by_engine on invoice_attempts (merchant_id, engine_invoice_id)
  where engine_invoice_id is not null;
create index invoice_attempts_due on invoice_attempts (merchant_id, check_due_at) where check_due_at is not null;
create index invoice_attempts_open on invoice_attempts (merchant_id) where status in ('creating', 'new', 'processing');
-- Whether a merchant has customers who may still pay an attempt of an invoice with a due date.
create index invoice_attempts_by_expiry on invoice_attempts (merchant_id, expires_at) where expires_at is not null;
create trigger wake_store after insert on invoice_attempts for each row execute function wake_store();

-- Every address and payment hash that was ever handed out for an invoice: late payments are matched by them.
create table invoice_destinations (
  destination text not null,
  kind text not null constraint invoice_destinations_kind check (kind in ('address', 'payment-hash')),
  merchant_id integer not null,
  invoice_id text not null constraint invoice_destinations_invoice references invoices(invoice_id),
  created_at timestamptz not null default app_now(),
  -- BTCPay stops looking at a BOLT11 with its invoice, the node may let it be paid for longer: it is asked itself, until
  -- the payment has come or can no longer come. What came so is not in BTCPay's own figures.
  check_due_at timestamptz,
  -- Whose Lightning node issued the hash: the platform's, or the merchant's. Null for addresses.
  node text constraint invoice_destinations_node check (node in ('shared', 'own')),
  -- The BTCPay Server and store that named it. Null: no longer known, so nobody is asked.
  server_url text,
  store_id text,
  attempt_id integer constraint invoice_destinations_attempt references invoice_attempts(id),
  constraint invoice_destinations_unique primary key (kind, destination, merchant_id),
  constraint invoice_destinations_issuer check ((kind = 'payment-hash') = (node is not null))
);
create index invoice_destinations_by_invoice on invoice_destinations (invoice_id);
create index invoice_destinations_due on invoice_destinations (check_due_at) where check_due_at is not null;
-- Our node issues each hash once, and we save it before anyone sees it. Someone who names it later didn't get it from our
-- node.
create unique index invoice_destinations_shared on invoice_destinations (destination)
  where kind = 'payment-hash' and node = 'shared';

-- BOLT11s that were handed out for Lightning Addresses. An unpaid one is deleted when it can no longer be paid.
-- Two merchants' own nodes may name the same hash without harming each other. The platform's node issues each once.
create table lnurl_invoices (
  merchant_id integer not null constraint lnurl_invoices_merchant references merchants(id),
  payment_hash text not null constraint lnurl_invoices_hash check (payment_hash ~ '^[0-9a-f]{64}$'),
  address_id integer not null,
  payment_link_id integer,
  -- The payment request that it answers. One request is paid once.
  request text not null,
  amount_msats bigint not null constraint lnurl_invoices_amount check (amount_msats > 0),
  comment text not null,
  bolt11 text not null,
  -- The node that issued it, and the server and store through which it is reached.
  node text not null constraint lnurl_invoices_node check (node in ('shared', 'own')),
  server_url text not null,
  store_id text not null,
  node_invoice_id text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  check_due_at timestamptz,
  paid_at timestamptz,
  preimage text,
  transaction_id integer constraint lnurl_invoices_transaction references transactions(id),
  -- Who requested a BOLT11, as a keyed hash of the network, so that one payer can't take all places of a merchant. It is
  -- forgotten a week after the payment. An invoice may give up its place before it can no longer be paid.
  source text,
  place_until timestamptz,
  constraint lnurl_invoices_key primary key (merchant_id, payment_hash),
  constraint lnurl_invoices_paid check (paid_at is null or check_due_at is null),
  constraint lnurl_invoices_request unique (address_id, request, amount_msats, comment)
);
create unique index lnurl_invoices_shared on lnurl_invoices (payment_hash) where node = 'shared';
create index lnurl_invoices_due on lnurl_invoices (check_due_at) where check_due_at is not null;
create index lnurl_invoices_unpaid on lnurl_invoices (merchant_id, expires_at) where paid_at is null;
create index lnurl_invoices_of_link on lnurl_invoices (payment_link_id) where payment_link_id is not null;
create index lnurl_invoices_of_source on lnurl_invoices (merchant_id, source, paid_at) where source is not null;
create index lnurl_invoices_paid_to on lnurl_invoices (address_id, paid_at) where paid_at is not null;
create trigger require_fees_paid after insert on lnurl_invoices for each row execute function require_fees_paid();

-- Payments of attempts with the prices that count for them. An old attempt must be no free option on the price: its
-- rate counts for payments that came in time, and any other one counts at the lowest of that rate and our prices when
-- it was seen and confirmed.
create table attempt_payments (
  transaction_id integer primary key constraint attempt_payments_transaction references transactions(id),
  -- When it was first seen. A replacement that pays the same output keeps the time of what it replaced.
  seen_at timestamptz not null,
  -- What a bitcoin cost then, in the currency of the invoice. Null: we had no price.
  seen_rate numeric(30,8) constraint attempt_payments_seen_rate check (seen_rate > 0),
  -- Its first confirmation, also if a reorganization undid that later.
  confirmed_at timestamptz,
  confirmed_rate numeric(30,8) constraint attempt_payments_confirmed_rate check (confirmed_rate > 0),
  replaces integer constraint attempt_payments_replaces references transactions(id),
  -- Booked before prices were compared: it counts at the rate of its attempt.
  keeps_rate boolean not null default false
);
create index attempt_payments_replaced on attempt_payments (replaces) where replaces is not null;
create index attempt_payments_without_rate on attempt_payments (transaction_id)
  where confirmed_at is not null and confirmed_rate is null and not keeps_rate;

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
  status text not null default 'waiting'
    constraint invoice_emails_status check (status in ('waiting', 'queued', 'dropped')),
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

-- The previous release calls it during an upgrade.
create function find_invoices_to_read(of_merchant integer, told text[], labelled text[], addresses text[], most integer)
  returns table(invoice_id text) language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off set jit = off as $$
declare
  due text[];
  hinted text[];
begin
  -- Without sorting, only invoices_check_due returns them in this order.
  due := array(
    select i.invoice_id from invoices i
    where i.merchant_id = of_merchant and i.check_due_at <= app_now() and i.invoice_id is not null
    order by i.check_due_at limit most);
  hinted := array(
    select h.id from unnest(labelled) h(id)
    cross join lateral (select i.status, i.read_at from invoices i where i.invoice_id = h.id offset 0) i
    where i.read_at is null or i.status in ('new', 'processing', 'expired', 'invalid'));
  hinted := hinted || array(
    select d.invoice_id from unnest(addresses) h(address)
    cross join lateral (
      select x.invoice_id, x.merchant_id from invoice_destinations x
      where x.kind = 'address' and x.destination = h.address offset 0
    ) d
    cross join lateral (select i.payment_seen_at from invoices i where i.invoice_id = d.invoice_id offset 0) i
    where d.merchant_id = of_merchant and i.payment_seen_at is null);
  -- The merchant is compared after the lookup by id, so that an index of all its invoices cannot be chosen for it.
  return query
    select h.id from (select distinct unnest(due || told || hinted) as id) h
    cross join lateral (
      select i.merchant_id, i.check_due_at, i.due_at from invoices i where i.invoice_id = h.id offset 0
    ) i
    where i.merchant_id = of_merchant and i.due_at is null
    order by i.check_due_at nulls last limit most;
end
$$;

-- Writes an invoice down before the engine is asked for it, and finds the store to ask. Nothing where no store is ready.
-- An order that is known is found again.
create function begin_invoice(of_merchant integer, begun jsonb, lease_seconds integer)
  returns table(is_new boolean, store stores, invoice invoices) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  at constant timestamptz := app_now();
begin
  select * into store from stores s where s.merchant_id = of_merchant and s.standing = 'current' and s.status = 'ready';
  if store.id is null then return; end if;
  insert into invoices as i (merchant_id, order_id, input_hash, status, price_amount, currency, description, customer_email,
    customer_name, payment_link_id, created_by, metadata, redirect_url, options, type, created_at, check_due_at, leased_until,
    at_store, link_quantity)
  select of_merchant, b.order_id, b.input_hash, 'creating', b.price_amount, b.currency, b.description, b.customer_email,
    b.customer_name, b.payment_link_id, b.created_by, b.metadata, b.redirect_url, b.options, b.type, at, at + interval '1 minute',
    now() + make_interval(secs => lease_seconds), case when store.replaces is not null then store.id end,
    coalesce(b.link_quantity, 1)
  from jsonb_to_record(begun) as b (order_id text, input_hash text, price_amount numeric, currency text, description text,
    customer_email text, customer_name text, payment_link_id integer, created_by text, metadata jsonb, redirect_url text,
    options jsonb, type text, link_quantity integer)
  on conflict on constraint invoices_order_id_unique do nothing
  returning i.* into invoice;
  is_new := invoice.id is not null;
  if not is_new then
    select * into invoice from invoices i where i.order_id = begun ->> 'order_id';
    -- It may be in a store that the merchant has left since, and is looked for there.
    if invoice.status = 'creating' then
      select * into store from stores s where s.merchant_id = of_merchant
        and case when invoice.at_store is null then s.replaces is null else s.id = invoice.at_store end;
    end if;
  end if;
  return next;
end
$$;

-- Remembers what may be paid to for an invoice. A hash of a loop-out is nobody's invoice, and a hash of our node stays with
-- whoever had it first.
create function remember_destinations(
  of_merchant integer, of_invoice text, address text, payment_hash text, of_node text, hash_due_at timestamptz,
  of_server text,
  of_store text
)
  returns void language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  if address is not null then
    insert into invoice_destinations (kind, destination, merchant_id, invoice_id, server_url, store_id)
    values ('address', address, of_merchant, of_invoice, of_server, of_store)
    on conflict do nothing;
  end if;
  if payment_hash is null then return; end if;
  if of_node = 'shared' and exists (
    select from loop_out_invoices l where l.payment_hash = remember_destinations.payment_hash
  ) then return; end if;
  insert into invoice_destinations (kind, destination, node, check_due_at, merchant_id, invoice_id, server_url, store_id)
  values ('payment-hash', payment_hash, of_node, hash_due_at, of_merchant, of_invoice, of_server, of_store)
  on conflict do nothing;
end
$$;

-- Writes down what an invoice has become, with all that is said of it. Nothing where someone else did so first.
create function save_created_invoice(of_id integer, made jsonb, issued jsonb, event text, event_type text, event_object jsonb)
  returns table(paid_sats bigint, paid_at timestamptz, read_at timestamptz, check_due_at timestamptz) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  at constant timestamptz := app_now();
  saved invoices;
begin
  update invoices i set
    invoice_id = m.invoice_id, status = m.status, additional_status = m.additional_status, amount = m.amount,
    amount_usd = m.amount_usd, btc_price = m.btc_price, due_sats = m.due_sats,
    -- Found only after it was paid, it counts nothing yet: its payments are not on record and are read next.
    paid_sats = case when m.is_unread then 0 else m.paid_sats end,
    missing_methods = m.missing_methods, may_be_marked = m.may_be_marked, checkout_link = m.checkout_link,
    bitcoin_address = coalesce(m.bitcoin_address, i.bitcoin_address),
    lightning_invoice = coalesce(m.lightning_invoice, i.lightning_invoice), expires_at = m.expires_at,
    paid_at = case when m.status = 'settled' then coalesce(i.paid_at, at) else i.paid_at end,
    read_at = at, check_due_at = case when m.is_unread then at else at + m.check_after end
  from jsonb_to_record(made) as m (invoice_id text, status text, additional_status text, amount numeric, amount_usd numeric,
    btc_price numeric, due_sats bigint, paid_sats bigint, is_unread boolean, missing_methods text[], may_be_marked text[],
    checkout_link text, bitcoin_address text, lightning_invoice text, expires_at timestamptz, check_after interval)
  where i.id = of_id and i.status = 'creating'
  returning i.* into saved;
  if saved.id is null then return; end if;
  perform remember_destinations(saved.merchant_id, saved.invoice_id, made ->> 'bitcoin_address', issued ->> 'payment_hash',
    issued ->> 'node', (issued ->> 'hash_due_at')::timestamptz, issued ->> 'server_url', issued ->> 'store_id');
  perform record_event(saved.merchant_id, event, event_type, event_object);
  perform note_change('merchant:' || saved.merchant_id, 'invoices');
  return query select saved.paid_sats, saved.paid_at, saved.read_at, saved.check_due_at;
end
$$;

create function add_received(of_merchant integer, of_invoice text, usd numeric) returns void language plpgsql as $$
begin
  update invoices set received_usd = received_usd + usd where invoice_id = of_invoice and merchant_id = of_merchant;
end
$$;

-- A payment counts while it is booked. A reorganization takes it away, and it may move from a deposit to an invoice.
create function count_received() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.type = 'incoming' and old.booked and old.invoice_id is not null then
    perform add_received(old.merchant_id, old.invoice_id, -coalesce(old.amount_usd, 0));
  end if;
  if new.type = 'incoming' and new.booked and new.invoice_id is not null then
    perform add_received(new.merchant_id, new.invoice_id, coalesce(new.amount_usd, 0));
  end if;
  return null;
end
$$;
create trigger count_received after insert on transactions
  for each row when (new.booked and new.invoice_id is not null) execute function count_received();
create trigger recount_received after update of booked, invoice_id, amount_usd on transactions
  for each row
  when (((old.booked, old.invoice_id, old.amount_usd)
  is distinct from (new.booked, new.invoice_id, new.amount_usd)) and (old.booked or new.booked))
  execute function count_received();

-- More money needs a new decision.
create function reopen_invoice() returns trigger language plpgsql as $$
begin
  new.dealt_with_at := null;
  return new;
end
$$;
create trigger reopen_invoice before update of paid_sats on invoices
  for each row when (new.paid_sats > old.paid_sats and old.dealt_with_at is not null) execute function reopen_invoice();

-- Whatever happens to a payment of an attempt, its invoice is computed again.
create function request_recount() returns trigger language plpgsql as $$
begin
  update invoices set recount_due = true
  where invoice_id = new.invoice_id and merchant_id = new.merchant_id and not recount_due;
  return null;
end
$$;
create trigger request_recount after insert on transactions
  for each row when (new.attempt_id is not null) execute function request_recount();
create trigger request_recount_again after update of status, booked, confirmations, attempt_id on transactions
  for each row
  when (new.attempt_id is not null and ((old.status, old.booked, old.confirmations, old.attempt_id)
  is distinct from (new.status, new.booked, new.confirmations, new.attempt_id)))
  execute function request_recount();

-- The invoices of a store that a sync reads from BTCPay: those that a webhook or the wallet named, and the next ones that are
-- due. BTCPay doesn't know the IDs of invoices with a due date.
create function find_invoices_to_read(of_merchant integer, of_store integer, told text[], labelled text[], addresses text[], most integer)
  returns table(invoice_id text) language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off set jit = off as $$
declare
  due text[];
  hinted text[];
begin
  -- Without sorting, only invoices_check_due returns them in this order.
  due := array(
    select i.invoice_id from invoices i
    where i.merchant_id = of_merchant and i.check_due_at <= app_now() and i.invoice_id is not null
      and i.at_store is not distinct from of_store
    order by i.check_due_at limit most);
  hinted := array(
    select h.id from unnest(labelled) h(id)
    cross join lateral (select i.status, i.read_at from invoices i where i.invoice_id = h.id offset 0) i
    where i.read_at is null or i.status in ('new', 'processing', 'expired', 'invalid'));
  hinted := hinted || array(
    select d.invoice_id from unnest(addresses) h(address)
    cross join lateral (
      select x.invoice_id, x.merchant_id from invoice_destinations x
      where x.kind = 'address' and x.destination = h.address offset 0
    ) d
    cross join lateral (select i.payment_seen_at from invoices i where i.invoice_id = d.invoice_id offset 0) i
    where d.merchant_id = of_merchant and i.payment_seen_at is null);
  -- The merchant is compared after the lookup by id, so that an index of all its invoices cannot be chosen for it.
  return query
    select h.id from (select distinct unnest(due || told || hinted) as id) h
    cross join lateral (
      select i.merchant_id, i.at_store, i.check_due_at, i.due_at from invoices i where i.invoice_id = h.id offset 0
    ) i
    where i.merchant_id = of_merchant and i.at_store is not distinct from of_store and i.due_at is null
    order by i.check_due_at nulls last limit most;
end
$$;

-- Whether the rate of its attempt, which ended at this time, no longer counts for a payment.
create function is_paid_late(seen_at timestamptz, confirmed_at timestamptz, keeps_rate boolean, method text, ended timestamptz)
  returns boolean language sql stable as $$
  select not keeps_rate and (seen_at >= ended
    or (method = 'on-chain' and coalesce(confirmed_at, app_now()) > ended + interval '60 minutes'))
$$;

-- Whether one transaction took the place of another: both spend the same coin. Without details of both, the one that was
-- replaced must have left the mempool.
create function is_replaced_by(before transactions, after transactions) returns boolean language sql stable as $$
  select coalesce(
    (select exists (
        select from jsonb_array_elements(b.inputs) x join jsonb_array_elements(a.inputs) y
          on x ->> 'previousTxid' = y ->> 'previousTxid' and x ->> 'previousIndex' = y ->> 'previousIndex')
      from transaction_details b, transaction_details a where b.txid = before.txid and a.txid = after.txid),
    before.status = 'failed' or before.disputed)
$$;

-- The order IDs under which BTCPay knows these invoices: the shop's own, or ours.
create function engine_order_ids(ids text[])
  returns text[] language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  return array(
    select (select coalesce(i.options ->> 'orderId', i.metadata ->> 'orderId', i.order_id)
      from invoices i where i.invoice_id = x.id)
    from unnest(ids) with ordinality x (id, place) order by x.place);
end
$$;

-- Saves when unpaid invoices were read, where nothing else changed since the last time. Returns those.
create function mark_unchanged(of_merchant integer, readings jsonb, check_after interval)
  returns setof text language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  return query
  update invoices i set read_at = app_now(), check_due_at = app_now() + check_after
  from jsonb_to_recordset(readings) as r (invoice_id text, additional_status text, due_sats bigint, may_be_marked text[],
    expires_at timestamptz, address text, lightning_invoice text, payment_hash text)
  where i.invoice_id = r.invoice_id and i.merchant_id = of_merchant and i.due_at is null
    and i.status = 'new' and i.additional_status = r.additional_status and i.paid_sats = 0 and i.late_sats = 0
    and i.due_sats is not distinct from r.due_sats
    and i.may_be_marked = r.may_be_marked and i.expires_at = r.expires_at
    and i.bitcoin_address is not distinct from coalesce(r.address, i.bitcoin_address)
    and i.lightning_invoice is not distinct from coalesce(r.lightning_invoice, i.lightning_invoice)
    and i.read_failures = 0 and i.unknown_since is null and i.payment_seen_at is null
    and not exists (select from (select t.merchant_id from transactions t where t.invoice_id = i.invoice_id offset 0) t
      where t.merchant_id = i.merchant_id)
    and (i.type <> 'top-up' or (i.price_amount is null and i.amount is null))
    and (r.address is null or exists (select from invoice_destinations d
      where d.kind = 'address' and d.destination = r.address and d.merchant_id = i.merchant_id))
    and (r.payment_hash is null or exists (select from invoice_destinations d
      where d.kind = 'payment-hash' and d.destination = r.payment_hash and d.merchant_id = i.merchant_id))
  returning i.invoice_id;
end
$$;
