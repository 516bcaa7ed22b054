-- What merchants' programs are told: events, in the transaction of what happened, and their deliveries to endpoints.

-- Places of events count transactions. A database restored from a dump begins to count anew: then the clock is put ahead
-- of every event that is there (set_event_clock, at each start), so that what happens later also stands later.
create table event_clock (
  only_row boolean primary key default true constraint event_clock_only_row check (only_row),
  ahead bigint not null default 0
);
insert into event_clock default values;
create function event_place() returns bigint language sql stable as $$
  select pg_current_xact_id()::text::bigint + ahead from event_clock
$$;
-- Below this place every transaction has ended.
create function event_horizon() returns bigint language sql stable as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ahead from event_clock
$$;

-- Every event there ever was, whether or not anyone listens. Readers that catch up go by (made_in, id) and wait until
-- every older transaction has ended, since identities become visible out of order.
create table api_events (
  id bigint generated always as identity primary key,
  made_in bigint not null default event_place(),
  merchant_id integer not null constraint api_events_merchant references merchants,
  event_id text not null constraint api_events_event_id_unique unique,
  type text not null,
  -- What it was about: the object as the API showed it in that moment.
  object jsonb not null,
  created_at timestamptz not null default app_now()
);
create index api_events_in_order on api_events (merchant_id, made_in, id);
create index api_events_by_place on api_events (made_in);
create index api_events_by_time on api_events (merchant_id, created_at);
create trigger append_only before update or delete on api_events for each row execute function refuse_change();
create trigger no_truncate before truncate on api_events execute function refuse_change();

create function set_event_clock() returns void language sql as $$
  update event_clock set ahead = last.made_in - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1
  from (select max(made_in) as made_in from api_events) last
  where last.made_in >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead
$$;

create table webhook_endpoints (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint webhook_endpoints_merchant references merchants,
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
  deleted_at timestamptz
);
create index webhook_endpoints_by_merchant on webhook_endpoints (merchant_id) where deleted_at is null;

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id integer not null constraint webhook_deliveries_endpoint references webhook_endpoints,
  event_ref bigint not null constraint webhook_deliveries_event references api_events,
  status text not null default 'waiting' constraint webhook_deliveries_status check (status in ('waiting', 'delivered', 'failed')),
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
  constraint webhook_deliveries_once unique (endpoint_id, event_ref)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where status = 'waiting';
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, id desc) where status = 'failed';
create index webhook_deliveries_leased on webhook_deliveries (endpoint_id) where leased_until is not null;
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id desc);

-- What was sent and what came back, cut to what a person reads; kept a month.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null constraint webhook_attempts_delivery references webhook_deliveries,
  at timestamptz not null,
  duration_ms integer not null,
  request_headers jsonb not null,
  request_body text not null,
  answer_status integer,
  answer_headers jsonb,
  answer_body text,
  error text
);
create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, id);
create index webhook_attempts_by_age on webhook_attempts (at);

-- Shops find an invoice by their own number of the order.
create index invoices_by_shop_order on invoices (merchant_id, (metadata ->> 'orderId')) where metadata ? 'orderId';
