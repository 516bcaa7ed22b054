-- Which invoices of a merchant a sync should read. A function, because its settings rule out every plan but the lookup by
-- index: with a plan that depends on statistics, an unlucky ANALYZE made each sync read the whole table.
create function find_invoices_to_read(
  of_merchant integer, told text[], labelled text[], addresses text[], most integer
) returns table (invoice_id text) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off as $$
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
      select i.merchant_id, i.check_due_at from invoices i where i.invoice_id = h.id offset 0
    ) i
    where i.merchant_id = of_merchant
    order by i.check_due_at nulls last limit most;
end
$$;
