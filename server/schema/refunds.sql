-- Money back to customers.

-- Money back to customers: an offer that a customer claims with an address, paid once by a send.
create table refunds (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint refunds_merchant references merchants(id),
  invoice_id text not null constraint refunds_invoice references invoices(invoice_id),
  -- What was asked for: what was paid too much, or everything that is left.
  kind text not null constraint refunds_kind check (kind in ('overpaid', 'everything', 'partial')),
  amount_sats bigint not null constraint refunds_amount check (amount_sats > 0),
  amount_usd numeric(12,2) not null,
  btc_price numeric(12,2) not null constraint refunds_btc_price check (btc_price > 0),
  status text not null default 'offered'
    constraint refunds_status check (status in ('offered', 'claimed', 'paid', 'called-off')),
  -- The claim's link holds the token; here is only its hash.
  token_hash bytea not null constraint refunds_token_unique unique,
  customer_email text,
  offered_by text not null,
  offered_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  address text,
  claimed_at timestamptz,
  -- A claim whose send came to nothing can be made again, under another key.
  claims integer not null default 0,
  send_id integer constraint refunds_send_unique unique constraint refunds_send references sends(id),
  paid_at timestamptz,
  called_off_at timestamptz,
  api_key_id integer constraint refunds_api_key references api_keys(id),
  emailed_at timestamptz,
  -- Refunds of a part of an invoice, with a reason. Rows from before have no amount in a currency: theirs is amount_usd.
  amount numeric(20,8) constraint refunds_amount_in_currency check (amount >= 0),
  currency text constraint refunds_currency check (length(currency) <= 10),
  reason text constraint refunds_reason check (length(reason) between 1 and 500),
  -- What the refund counts against the daily limit of its API key: the higher of its value when the customer paid and when
  -- it was created. Null where that is amount_usd.
  counted_usd numeric(12,2) constraint refunds_counted_usd check (counted_usd >= 0),
  -- Names a refund to the shop. Unlike the token of the claim link, it shows the status and claims nothing.
  public_id text not null default replace(gen_random_uuid()::text, '-', '') constraint refunds_public_id_unique unique,
  -- When it counted against the daily limit of its API key. Null until then: its claim waits for a person.
  counted_at timestamptz,
  -- When it was published that nobody claimed a refund in time. Those that expired before are not published anymore.
  expired_at timestamptz,
  -- A shop gives a refund a name and a description. The reason has both, and this many characters of it are the name.
  name_characters smallint constraint refunds_name_characters check (name_characters between 0 and 500),
  constraint refunds_amount_and_currency check ((amount is null) = (currency is null)),
  -- A claim without a send waits for a person. Whatever a program started may do so, also within its limit.
  constraint refunds_claimed check (case status
    when 'paid' then send_id is not null
    when 'claimed' then send_id is not null or api_key_id is not null and address is not null
    else send_id is null end)
);
create index refunds_by_invoice on refunds (invoice_id, id desc);
create index refunds_by_merchant on refunds (merchant_id, id desc);
create index refunds_counted on refunds (api_key_id, counted_at) where counted_at is not null;
create index refunds_to_expire on refunds (expires_at) where status = 'offered' and expired_at is null;
-- Reports take off the refunds that were paid in a period.
create index refunds_by_paid on refunds (merchant_id, paid_at) where status = 'paid';

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

-- A claimed refund is a decision. When its send fails, the customer may claim again, and nothing is decided yet.
create function follow_refund() returns trigger language plpgsql as $$
begin
  update invoices i set dealt_with_at = (
    select max(r.claimed_at) from refunds r where r.invoice_id = i.invoice_id and r.status in ('claimed', 'paid'))
  where i.invoice_id = new.invoice_id;
  return null;
end
$$;
create trigger follow_refund after update of status on refunds
  for each row
  when ((old.status in ('claimed', 'paid')) <> (new.status in ('claimed', 'paid')))
  execute function follow_refund();
