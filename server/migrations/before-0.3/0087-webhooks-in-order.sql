-- Shop plugins get their webhooks one at a time and in order, as BTCPay sends them. A queue that its endpoint doesn't
-- take anymore has a limit, and what doesn't fit is saved as failed, so that it is visible and can be sent again.

-- BTCPay's plugins may turn retries off.
alter table webhook_endpoints add column automatic_redelivery boolean not null default true;

create index webhook_deliveries_in_order on webhook_deliveries (endpoint_id, id) where status = 'waiting';
create index webhook_deliveries_dropped on webhook_deliveries (endpoint_id) where status = 'failed' and attempts = 0;

create or replace function record_event(of_merchant integer, event text, of_type text, of_object jsonb) returns void language plpgsql as $$
declare
  recorded bigint;
begin
  insert into api_events (merchant_id, event_id, type, object) values (of_merchant, event, of_type, of_object)
  returning id into recorded;
  insert into webhook_deliveries (endpoint_id, event_ref, status, last_error)
  select endpoint.id, recorded, case when queue.is_full then 'failed' else 'waiting' end,
    case when queue.is_full then 'Not sent: 10,000 earlier events were still pending.' end
  from webhook_endpoints endpoint cross join lateral (
    select endpoint.kind = 'btcpay' and exists (
      select from webhook_deliveries d where d.endpoint_id = endpoint.id and d.status = 'waiting' offset 9999
    ) as is_full
  ) queue
  where endpoint.merchant_id = of_merchant and endpoint.deleted_at is null and endpoint.enabled
    and endpoint.events && array[of_type, '*']
    -- BTCPay's plugins know payments of invoices only.
    and (endpoint.kind = 'standard' or of_object ? 'invoiceId');
end
$$;
