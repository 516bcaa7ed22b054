-- Pages that anyone may open and pay.

-- A page that anyone may open again and again, and that makes an invoice each time it is used.
create table payment_links (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint payment_links_merchant references merchants(id),
  slug text not null constraint payment_links_slug_unique unique,
  title text not null constraint payment_links_title check (length(title) between 1 and 120),
  description text,
  currency text not null,
  -- Fixed, or the customer's to choose within bounds.
  amount numeric(20,8) constraint payment_links_amount check (amount > 0),
  min_amount numeric(20,8) constraint payment_links_min_amount check (min_amount > 0),
  max_amount numeric(20,8) constraint payment_links_max_amount check (max_amount > 0),
  ask_name text not null default 'no' constraint payment_links_ask_name check (ask_name in ('no', 'optional', 'required')),
  ask_email text not null default 'no'
    constraint payment_links_ask_email check (ask_email in ('no', 'optional', 'required')),
  max_payments integer constraint payment_links_max_payments check (max_payments > 0),
  expires_at timestamptz,
  paused boolean not null default false,
  created_by text not null,
  idempotency_key text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- What a payment link received: the totals of its paid invoices.
  received_usd numeric(14,2) not null default 0,
  -- The options of the invoices that a link creates.
  options jsonb not null default '{}' constraint payment_links_options check (jsonb_typeof(options) = 'object'),
  -- Its picture in images.
  image_hash text constraint payment_links_image check (image_hash ~ '^[0-9a-f]{40}$'),
  -- How many of it a customer may take in one payment.
  max_quantity integer not null default 1 constraint payment_links_max_quantity check (max_quantity between 1 and 1000),
  -- Amounts in the link's currency, as texts.
  tips jsonb not null default '[]' constraint payment_links_tips check (jsonb_typeof(tips) = 'array'),
  ask_note text not null default 'no' constraint payment_links_ask_note check (ask_note in ('no', 'optional', 'required')),
  constraint payment_links_bounds check ((amount is null or min_amount is null and max_amount is null) and (min_amount is null or max_amount is null or min_amount <= max_amount)),
  constraint payment_links_idempotency unique (merchant_id, idempotency_key)
);
create index payment_links_by_merchant on payment_links (merchant_id, id desc);
create index payment_links_by_time on payment_links (merchant_id, created_at, id);
create index payment_links_by_gross on payment_links (merchant_id, received_usd, id);
create trigger require_open_merchant after insert on payment_links
  for each row execute function require_open_merchant();

create function count_link_received() returns trigger language plpgsql as $$
begin
  update payment_links set received_usd = received_usd
    + case when new.status = 'settled' then coalesce(new.amount_usd, 0) else 0 end
    - case when tg_op = 'UPDATE' and old.status = 'settled' then coalesce(old.amount_usd, 0) else 0 end
  where id = new.payment_link_id;
  return null;
end
$$;
create trigger count_link_received after insert on invoices
  for each row when (new.payment_link_id is not null and new.status = 'settled') execute function count_link_received();
create trigger recount_link_received after update of status, amount_usd on invoices
  for each row
  when (new.payment_link_id is not null and (old.status = 'settled' or new.status = 'settled') and ((old.status, old.amount_usd)
  is distinct from (new.status, new.amount_usd)))
  execute function count_link_received();
