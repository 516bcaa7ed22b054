-- Refunds that a shop's plugin starts. BTCPay calls them pull payments.

alter table refunds
  -- Names a refund to the shop. Unlike the token of the claim link, it shows the status and claims nothing.
  add column public_id text not null default replace(gen_random_uuid()::text, '-', '')
    constraint refunds_public_id_unique unique,
  -- When it counted against the daily limit of its API key. Null until then: its claim waits for a person.
  add column counted_at timestamptz;
-- A claim without a send waits for a person. Only what a program started, outside of its limit, may do so.
alter table refunds
  drop constraint refunds_claimed,
  add constraint refunds_claimed check (case status
    when 'paid' then send_id is not null
    when 'claimed' then send_id is not null or (api_key_id is not null and counted_at is null and address is not null)
    else send_id is null end);
update refunds set counted_at = offered_at where api_key_id is not null;
drop index refunds_by_api_key;
create index refunds_counted on refunds (api_key_id, counted_at) where counted_at is not null;

-- Plugins that want every event get these too.
update webhook_endpoints
set events = events || array['refund.created', 'refund.claimed', 'refund.broadcast', 'refund.confirmed', 'refund.failed']
where kind = 'btcpay' and not events && array['refund.created']
  and events @> array['invoice.created', 'invoice.processing', 'invoice.settled', 'invoice.expired', 'invoice.invalid',
    'payment.received', 'payment.confirmed'];
