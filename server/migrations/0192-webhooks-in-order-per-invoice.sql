-- Deliveries of a group reach an endpoint in order, and groups don't wait for each other. Until now a shop plugin got all its
-- events in one order, so one order that the shop refused held up all others.
alter table webhook_deliveries add column order_group text not null default '';

-- Everything about one invoice, or else about one object.
create function event_group(p_type text, p_object jsonb) returns text language sql immutable parallel safe as $$
  select coalesce('invoice:' || (p_object ->> 'invoiceId'), split_part(p_type, '.', 1) || ':' || (p_object ->> 'id'), '')
$$;

create or replace function copy_event_type() returns trigger language plpgsql as $$
begin
  select type, event_group(type, object) into new.event_type, new.order_group from api_events where id = new.event_ref;
  return new;
end
$$;

update webhook_deliveries d set order_group = event_group(e.type, e.object)
from api_events e where e.id = d.event_ref and d.status = 'waiting';

create index webhook_deliveries_in_group on webhook_deliveries (endpoint_id, order_group, id) where status = 'waiting';
drop index webhook_deliveries_in_order;

-- After five failures in a row an endpoint is tried with one delivery at a time.
create or replace function webhook_lane(failures integer, quick_answers integer) returns text language sql immutable as $$
  select case when failures >= 5 then 'failing' when quick_answers < 3 then 'slow' else 'quick' end
$$;

-- Claims due deliveries of a lane, in turns: one of each merchant before the second of any, also of those under way, and
-- in the same way by endpoint. A merchant has at most as many under way as three endpoints may have. The last places of a
-- lane are only for merchants with none under way. Of each group only the oldest pending delivery is claimed, also while it
-- waits for its next attempt. The previous release still calls claim_deliveries.
create or replace function claim_webhooks(of_lane text, room_each bigint, kept_free integer, most integer, lease_seconds integer)
  returns table(id bigint, lease uuid, attempts integer, rounds integer, endpoint_id integer, merchant_id integer, tag text, kind text, automatic_redelivery boolean, url text, secret text, previous_secret text, quick_answers integer, event_id text, type text, object jsonb, event_at timestamptz) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
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
    where webhook_lane(o.failures, o.quick_answers) = of_lane group by o.merchant_id
  ),
  free as (
    select e.id, e.merchant_id, room_each
      - coalesce((select u.under_way from leased u where u.endpoint_id = e.id), 0) as room
    from listeners l join webhook_endpoints e on e.id = l.endpoint_id
    where e.enabled and e.deleted_at is null and webhook_lane(e.failures, e.quick_answers) = of_lane
      and (e.paused_until is null or e.paused_until <= app_now())
  ),
  turns as (
    select due.id, due.merchant_id, row_number() over (partition by due.endpoint_id order by due.due_at, due.id) as turn
    from free cross join lateral (
      select d.id, d.endpoint_id, d.due_at, free.merchant_id from webhook_deliveries d
      where free.room > 0 and d.endpoint_id = free.id and d.status = 'waiting' and d.due_at <= app_now()
        and (d.leased_until is null or d.leased_until <= now())
        and (d.order_group = '' or not exists (
          select from webhook_deliveries older
          where older.endpoint_id = free.id and older.order_group = d.order_group and older.status = 'waiting'
            and older.id < d.id))
      order by d.due_at, d.id limit greatest(free.room, 0)
      for update skip locked
    ) due
  ),
  places as (
    select t.id, coalesce((select b.under_way from busy b where b.merchant_id = t.merchant_id), 0)
      + row_number() over (partition by t.merchant_id order by t.turn, t.id) as place
    from turns t
  ),
  ordered as (
    select p.id, p.place, row_number() over (order by p.place, p.id) as number from places p where p.place <= 3 * room_each
  ),
  picked as (select o.id from ordered o where o.number <= most - case when o.place > 1 then kept_free else 0 end)
  update webhook_deliveries d
  set leased_until = now() + make_interval(secs => lease_seconds), lease = gen_random_uuid()
  from picked, webhook_endpoints e, api_events v
  where d.id = picked.id and e.id = d.endpoint_id and v.id = d.event_ref
  returning d.id, d.lease, d.attempts, d.rounds, d.endpoint_id, e.merchant_id, e.tag, e.kind,
    e.automatic_redelivery, e.url, e.secret, case when e.previous_secret_until > app_now() then e.previous_secret end,
    e.quick_answers, v.event_id, v.type, v.object, v.created_at;
end
$$;
