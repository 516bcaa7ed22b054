-- Deliveries of events to the endpoints of merchants.

-- Where merchants want events to be sent.
create table webhook_endpoints (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint webhook_endpoints_merchant references merchants(id),
  -- What its secrets are bound to: never changed, never used again.
  tag text not null constraint webhook_endpoints_tag_unique unique,
  -- How a delivery is written and signed: as Standard Webhooks, or as BTCPay does for its shop plugins.
  kind text not null default 'standard' constraint webhook_endpoints_kind check (kind in ('standard', 'btcpay')),
  url text not null,
  description text,
  -- Types of events; '*' stands for all of them, also those to come.
  events text[] not null constraint webhook_endpoints_events check (cardinality(events) > 0),
  -- Sealed. After a rotation the one before also signs, for a day.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  enabled boolean not null default true,
  disabled_because text constraint webhook_endpoints_disabled_because check (disabled_because in ('by-hand', 'gone')),
  -- Failed attempts since the last good one: an endpoint in trouble is given one attempt at a time.
  failures integer not null default 0,
  -- It asked us to wait (Retry-After).
  paused_until timestamptz,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  -- BTCPay's plugins may turn retries off.
  automatic_redelivery boolean not null default true,
  -- How many times in a row it answered quickly. Slow endpoints get places of their own, so that they don't hold up
  -- everyone's webhooks. A new one is slow until it has answered quickly three times.
  quick_answers integer not null default 0
);
create index webhook_endpoints_by_merchant on webhook_endpoints (merchant_id) where deleted_at is null;

-- One event to one endpoint, with how far it got.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id integer not null constraint webhook_deliveries_endpoint references webhook_endpoints(id),
  event_ref bigint not null constraint webhook_deliveries_event references api_events(id),
  status text not null default 'waiting'
    constraint webhook_deliveries_status check (status in ('waiting', 'delivered', 'failed')),
  -- Attempts of the present round: sending again begins a new one.
  attempts integer not null default 0,
  rounds integer not null default 1,
  due_at timestamptz not null default app_now(),
  -- Real time, since the sandbox's clock may be turned while an attempt is under way.
  leased_until timestamptz,
  lease uuid,
  last_status integer,
  last_error text,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- An endpoint's deliveries are filtered by the type of their event, which is kept beside them for an index.
  event_type text not null default '',
  -- Deliveries of a group reach an endpoint in order, and groups don't wait for each other. Until now a shop plugin got all its
  -- events in one order, so one order that the shop refused held up all others.
  order_group text not null default '',
  constraint webhook_deliveries_once unique (endpoint_id, event_ref)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where status = 'waiting';
create index webhook_deliveries_leased on webhook_deliveries (endpoint_id) where leased_until is not null;
create index webhook_deliveries_by_time on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_by_status on webhook_deliveries (endpoint_id, status, created_at, id);
create index webhook_deliveries_by_type on webhook_deliveries (endpoint_id, event_type, created_at, id);
create index webhook_deliveries_dropped on webhook_deliveries (endpoint_id) where status = 'failed' and attempts = 0;
-- Events and their deliveries are deleted after a year, oldest first. They aren't partitioned: an event's ID is unique for
-- ever, an endpoint gets an event once, and both have to hold across months.
create index webhook_deliveries_by_event on webhook_deliveries (event_ref);
create index webhook_deliveries_in_group on webhook_deliveries (endpoint_id, order_group, id) where status = 'waiting';

-- Where a delivery stands in the log of its endpoint, read downwards: those that were tried or given up by their last attempt, and
-- below them those that wait for their first attempt, the next one first.
create function delivery_place(status text, last_attempt_at timestamptz, due_at timestamptz, created_at timestamptz)
  returns interval language sql immutable parallel safe as $$
  select case when status = 'waiting' and last_attempt_at is null then to_timestamp(0) - due_at
    else coalesce(last_attempt_at, created_at) - to_timestamp(0) end
$$;

create index webhook_deliveries_by_attempt on webhook_deliveries (endpoint_id, delivery_place(status, last_attempt_at, due_at, created_at), id);
create index webhook_deliveries_by_status_and_attempt on webhook_deliveries (endpoint_id, status, delivery_place(status, last_attempt_at, due_at, created_at), id);
create index webhook_deliveries_by_type_and_attempt on webhook_deliveries (endpoint_id, event_type, delivery_place(status, last_attempt_at, due_at, created_at), id);

-- What was sent and what came back, cut to what a person reads; kept a month.
create table webhook_attempts (
  id bigint
    constraint webhook_attempts_by_month_id_not_null not null generated always as identity (sequence name webhook_attempts_by_month_id_seq),
  delivery_id bigint
    constraint webhook_attempts_by_month_delivery_id_not_null not null
    constraint webhook_attempts_delivery references webhook_deliveries(id),
  at timestamptz constraint webhook_attempts_by_month_at_not_null not null,
  duration_ms integer constraint webhook_attempts_by_month_duration_ms_not_null not null,
  request_headers jsonb constraint webhook_attempts_by_month_request_headers_not_null not null,
  request_body text constraint webhook_attempts_by_month_request_body_not_null not null,
  answer_status integer,
  answer_headers jsonb,
  answer_body text,
  error text,
  primary key (id, at)
) partition by range (at);
create table webhook_attempts_other partition of webhook_attempts default;
select keep_months('webhook_attempts', 3, '-infinity');
create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, id);
create index webhook_attempts_by_age on webhook_attempts (at);

-- Of which attempts the bodies are kept: the latest ones of each endpoint, within a size per merchant.
create table webhook_bodies (
  endpoint_id integer not null constraint webhook_bodies_endpoint references webhook_endpoints(id),
  attempt_id bigint not null,
  at timestamptz not null,
  merchant_id integer not null constraint webhook_bodies_merchant references merchants(id),
  bytes integer not null,
  primary key (endpoint_id, attempt_id)
);
create index webhook_bodies_by_merchant on webhook_bodies (merchant_id, attempt_id desc) include (bytes);

create function copy_event_type() returns trigger language plpgsql as $$
begin
  select type, event_group(type, object) into new.event_type, new.order_group from api_events where id = new.event_ref;
  return new;
end
$$;
create trigger copy_event_type before insert on webhook_deliveries for each row execute function copy_event_type();

-- Deletes events older than a year among the oldest ones, with their deliveries. Returns how many it deleted.
create function prune_events(most integer) returns integer language plpgsql as $$
declare
  v_events bigint[];
begin
  select array_agg(id) into v_events
  from (select id, created_at from api_events order by id limit most) e where e.created_at < app_now() - interval '1 year';
  if v_events is null then
    return 0;
  end if;
  delete from webhook_attempts where delivery_id in (select id from webhook_deliveries where event_ref = any (v_events));
  delete from webhook_deliveries where event_ref = any (v_events);
  delete from event_places where event_ref = any (v_events);
  delete from api_events where id = any (v_events);
  return cardinality(v_events);
end
$$;

-- The previous release calls it during an upgrade. claim_webhooks takes its place.
create function claim_deliveries(of_troubled boolean, room_each bigint, most integer, lease_seconds integer)
  returns table(id bigint, lease uuid, attempts integer, rounds integer, endpoint_id integer, merchant_id integer, tag text, kind text, automatic_redelivery boolean, url text, secret text, previous_secret text, event_id text, type text, object jsonb, event_at timestamptz) language plpgsql
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

-- After five failures in a row an endpoint is tried with one delivery at a time.
create function webhook_lane(failures integer, quick_answers integer) returns text language sql immutable as $$
  select case when failures >= 5 then 'failing' when quick_answers < 3 then 'slow' else 'quick' end
$$;

-- Claims due deliveries of a lane, in turns: one of each merchant before the second of any, also of those under way, and
-- in the same way by endpoint. A merchant has at most as many under way as three endpoints may have. The last places of a
-- lane are only for merchants with none under way. Of each group only the oldest pending delivery is claimed, also while it
-- waits for its next attempt. The previous release still calls claim_deliveries.
create function claim_webhooks(of_lane text, room_each bigint, kept_free integer, most integer, lease_seconds integer)
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
