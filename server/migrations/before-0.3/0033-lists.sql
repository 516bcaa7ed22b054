-- Lists take a range of dates and are sorted by date, amount or name. Each order has an index, and each filter with few
-- values has one that begins with it, so that a page costs the same however many rows there are.

-- One word for what an invoice is, computed here and nowhere else: list, filter, count and badge read this column.
alter table invoices
  add column state text generated always as (
    case
      when status in ('creating', 'failed') then null
      when status = 'invalid' then 'invalid'
      when status = 'processing' then 'confirming'
      when additional_status = 'paid-over' then 'overpaid'
      when additional_status = 'paid-late' then 'paid-late'
      when additional_status = 'paid-partial' and status <> 'settled' then 'partially-paid'
      when status = 'settled' then 'paid'
      when status = 'expired' then 'expired'
      else 'unpaid'
    end
  ) stored constraint invoices_state check (state in
    ('unpaid', 'confirming', 'paid', 'partially-paid', 'overpaid', 'paid-late', 'expired', 'invalid')),
  -- The dollars of its booked payments.
  add column received_usd numeric(14, 2) not null default 0,
  -- When someone decided what to do about an overpaid, late or partial payment: refunded it, or kept it.
  add column dealt_with_at timestamptz;

update invoices i set received_usd = p.usd
from (
  select invoice_id, merchant_id, sum(amount_usd) as usd from transactions
  where type = 'incoming' and booked and invoice_id is not null group by 1, 2
) p
where i.invoice_id = p.invoice_id and i.merchant_id = p.merchant_id and p.usd <> 0;

update invoices i set dealt_with_at = r.at
from (select invoice_id, max(claimed_at) as at from refunds where status in ('claimed', 'paid') group by 1) r
where i.invoice_id = r.invoice_id;

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
  for each row when (
    (old.booked, old.invoice_id, old.amount_usd) is distinct from (new.booked, new.invoice_id, new.amount_usd)
    and (old.booked or new.booked)
  ) execute function count_received();

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
  for each row when ((old.status in ('claimed', 'paid')) <> (new.status in ('claimed', 'paid'))) execute function follow_refund();

-- More money needs a new decision.
create function reopen_invoice() returns trigger language plpgsql as $$
begin
  new.dealt_with_at := null;
  return new;
end
$$;
create trigger reopen_invoice before update of paid_sats on invoices
  for each row when (new.paid_sats > old.paid_sats and old.dealt_with_at is not null) execute function reopen_invoice();

drop index invoices_by_status;
create index invoices_by_status on invoices (merchant_id, status, created_at, id);
create index invoices_by_time on invoices (merchant_id, created_at, id) where invoice_id is not null;
create index invoices_by_state on invoices (merchant_id, state, created_at, id) include (status, amount_usd, received_usd)
  where invoice_id is not null;
create index invoices_by_gross on invoices (merchant_id, amount_usd, id) include (created_at, state, status)
  where invoice_id is not null;
create index invoices_attention on invoices (merchant_id, created_at, id) include (amount_usd, received_usd)
  where state in ('overpaid', 'paid-late', 'partially-paid') and dealt_with_at is null;

-- Words of the description are also in the index of the customers' names.
drop index invoices_by_words;

-- What a payment link received: the totals of its paid invoices.
alter table payment_links add column received_usd numeric(14, 2) not null default 0;
update payment_links l set received_usd = p.usd
from (select payment_link_id, sum(amount_usd) as usd from invoices where status = 'settled' group by 1) p
where l.id = p.payment_link_id and p.usd <> 0;
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
  for each row when (
    new.payment_link_id is not null and (old.status = 'settled' or new.status = 'settled')
    and (old.status, old.amount_usd) is distinct from (new.status, new.amount_usd)
  ) execute function count_link_received();
create index payment_links_by_time on payment_links (merchant_id, created_at, id);
create index payment_links_by_gross on payment_links (merchant_id, received_usd, id);

-- What leaves the wallet for a withdrawal: the amount, and the fees in the cents that are shown.
create function withdrawal_total(amount_usd numeric, network_fee_sats bigint, platform_fee_sats bigint, btc_price numeric)
returns numeric language sql immutable parallel safe
  return amount_usd + round(coalesce(network_fee_sats, 0) * btc_price / 100000000, 2)
    + round(platform_fee_sats * btc_price / 100000000, 2);
create function withdrawal_state(status text) returns text language sql immutable parallel safe
  return case when status in ('requested', 'signed', 'broadcast') then 'pending' when status = 'cancelled' then 'canceled' else status end;
create index withdrawals_by_time on sends (merchant_id, requested_at, id) where kind = 'withdrawal';
create index withdrawals_by_state on sends (merchant_id, withdrawal_state(status), requested_at, id) where kind = 'withdrawal';
create index withdrawals_by_gross on sends (merchant_id, amount_usd, id) where kind = 'withdrawal';
create index withdrawals_by_net on sends
  (merchant_id, withdrawal_total(amount_usd, network_fee_sats, platform_fee_sats, btc_price), id) where kind = 'withdrawal';
create index withdrawals_by_address on sends (merchant_id, address text_pattern_ops) where kind = 'withdrawal';
create index withdrawals_by_txid on sends (merchant_id, txid text_pattern_ops) where kind = 'withdrawal' and txid is not null;
create index withdrawals_by_words on sends using gin (search_words(description))
  where kind = 'withdrawal' and description is not null;

drop index merchants_active;
create index merchants_by_time on merchants (created_at, id);
create index merchants_by_status on merchants (is_active, created_at, id);
create index merchants_by_volume on merchants (total_deposits_usd, id);
create index merchants_sorted_by_name on merchants ((lower(store_name) collate "C"), id);

drop index merchant_applications_by_status;
create index merchant_applications_by_time on merchant_applications (created_at, id);
create index merchant_applications_by_status on merchant_applications (status, created_at, id);
create index merchant_applications_by_name on merchant_applications ((lower(business_name) collate "C"), id);

drop index act_log_by_merchant, act_log_by_act, act_log_by_actor, act_log_by_actor_kind, act_log_by_source;
create index act_log_by_time on act_log (at, id);
create index act_log_by_merchant on act_log (merchant_id, at, id);
create index act_log_by_act on act_log (act, at, id);
create index act_log_by_actor_kind on act_log (actor_kind, at, id);
create index act_log_by_actor on act_log (actor_email text_pattern_ops, at, id) where actor_email is not null;
create index act_log_by_source on act_log (source_address text_pattern_ops, at, id) where source_address is not null;

-- An endpoint's deliveries are filtered by the type of their event, which is kept beside them for an index.
alter table webhook_deliveries add column event_type text;
update webhook_deliveries d set event_type = e.type from api_events e where e.id = d.event_ref;
create function copy_event_type() returns trigger language plpgsql as $$
begin
  new.event_type := (select type from api_events where id = new.event_ref);
  return new;
end
$$;
create trigger copy_event_type before insert on webhook_deliveries for each row execute function copy_event_type();
alter table webhook_deliveries alter column event_type set not null, alter column event_type set default '';

drop index webhook_deliveries_failed, webhook_deliveries_by_endpoint;
create index webhook_deliveries_by_time on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_by_status on webhook_deliveries (endpoint_id, status, created_at, id);
create index webhook_deliveries_by_type on webhook_deliveries (endpoint_id, event_type, created_at, id);
