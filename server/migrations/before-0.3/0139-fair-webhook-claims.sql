-- One merchant could fill every place of a server with endpoints that answer slowly, and its older deliveries came first.
-- Claims due deliveries, in turns: one of each merchant before the second of any, also of those under way, and in the
-- same way by endpoint. A merchant has at most as many under way as three endpoints may have. For shop plugins only the
-- oldest pending delivery is claimed, also while it waits for its next attempt.
create or replace function claim_deliveries(of_troubled boolean, room_each bigint, most integer, lease_seconds integer)
returns table (
  id bigint, lease uuid, attempts integer, rounds integer, endpoint_id integer, merchant_id integer, tag text, kind text,
  automatic_redelivery boolean, url text, secret text, previous_secret text, event_id text, type text, object jsonb,
  event_at timestamptz
) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  if not exists (select from webhook_deliveries d where d.status = 'waiting') then return; end if;
  return query
  with recursive listeners (endpoint_id) as (
    (select d.endpoint_id from webhook_deliveries d where d.status = 'waiting' order by d.endpoint_id limit 1)
    union all
    select (
      select d.endpoint_id from webhook_deliveries d
      where d.status = 'waiting' and d.endpoint_id > l.endpoint_id order by d.endpoint_id limit 1
    ) from listeners l where l.endpoint_id is not null
  ),
  leased as materialized (
    select d.endpoint_id, count(*) as under_way from webhook_deliveries d where d.leased_until > now() group by d.endpoint_id
  ),
  -- Also to endpoints that were disabled or deleted in the meantime, or a merchant could get more by replacing them.
  busy as materialized (
    select o.merchant_id, sum(u.under_way)::bigint as under_way
    from leased u join webhook_endpoints o on o.id = u.endpoint_id
    where (o.failures > 0) = of_troubled group by o.merchant_id
  ),
  free as (
    select e.id, e.kind, e.merchant_id, case when e.kind = 'btcpay' then 1 else room_each end
      - coalesce((select u.under_way from leased u where u.endpoint_id = e.id), 0) as room
    from listeners l join webhook_endpoints e on e.id = l.endpoint_id
    where e.enabled and e.deleted_at is null and (e.failures > 0) = of_troubled
      and (e.paused_until is null or e.paused_until <= app_now())
  ),
  turns as (
    select due.id, due.merchant_id, row_number() over (partition by due.endpoint_id order by due.due_at, due.id) as turn
    from free cross join lateral (
      select d.id, d.endpoint_id, d.due_at, free.merchant_id from webhook_deliveries d
      where free.room > 0 and d.endpoint_id = free.id and d.status = 'waiting' and d.due_at <= app_now()
        and (d.leased_until is null or d.leased_until <= now())
        and (free.kind = 'standard' or d.id = (
          select min(oldest.id) from webhook_deliveries oldest
          where oldest.endpoint_id = free.id and oldest.status = 'waiting'))
      order by d.due_at, d.id limit greatest(free.room, 0)
      for update skip locked
    ) due
  ),
  places as (
    select t.id, coalesce((select b.under_way from busy b where b.merchant_id = t.merchant_id), 0)
      + row_number() over (partition by t.merchant_id order by t.turn, t.id) as place
    from turns t
  ),
  picked as (select p.id from places p where p.place <= 3 * room_each order by p.place, p.id limit most)
  update webhook_deliveries d
  set leased_until = now() + make_interval(secs => lease_seconds), lease = gen_random_uuid()
  from picked, webhook_endpoints e, api_events v
  where d.id = picked.id and e.id = d.endpoint_id and v.id = d.event_ref
  returning d.id, d.lease, d.attempts, d.rounds, d.endpoint_id, e.merchant_id, e.tag, e.kind,
    e.automatic_redelivery, e.url, e.secret, case when e.previous_secret_until > app_now() then e.previous_secret end,
    v.event_id, v.type, v.object, v.created_at;
end
$$;
