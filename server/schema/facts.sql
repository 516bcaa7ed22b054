-- What happened, as merchants' programs read it: events, written in the transaction of what happened, and their order.

-- Places of events count transactions. A database restored from a dump begins to count anew: then the clock is put ahead
-- of every event that is there (set_event_clock, at each start), so that what happens later also stands later.
create table event_clock (
  only_row boolean default true primary key constraint event_clock_only_row check (only_row),
  ahead bigint not null default 0
);
insert into event_clock default values;

create function event_place() returns bigint language sql stable as $$
  select pg_current_xact_id()::text::bigint + ahead from event_clock
$$;

-- Every event there ever was, whether or not anyone listens. Readers that catch up go by (made_in, id) and wait until
-- every older transaction has ended, since identities become visible out of order.
create table api_events (
  id bigint generated always as identity primary key,
  made_in bigint not null default event_place(),
  merchant_id integer not null constraint api_events_merchant references merchants(id),
  event_id text not null constraint api_events_event_id_unique unique,
  type text not null,
  -- What it was about: the object as the API showed it in that moment.
  object jsonb not null,
  created_at timestamptz not null default app_now()
);
create index api_events_in_order on api_events (merchant_id, made_in, id);
create index api_events_by_place on api_events (made_in);
create index api_events_by_time on api_events (merchant_id, created_at);
create trigger no_truncate before truncate on api_events for each statement execute function refuse_change();
create trigger append_only before delete or update on api_events for each row execute function keep_but_erase();

-- The order in which a merchant's programs read events. A place is given after the event has been committed, by one
-- transaction at a time for each merchant, so no place ever appears before a place that was already read.
create table event_places (
  merchant_id integer not null constraint event_places_merchant references merchants(id),
  place bigint not null,
  event_ref bigint not null
    constraint event_places_event_unique unique
    constraint event_places_event references api_events(id),
  primary key (merchant_id, place)
);

-- The last place of each merchant.
create table event_sequences (
  merchant_id integer primary key constraint event_sequences_merchant references merchants(id),
  last_place bigint not null default 0,
  -- Every event that was made below this has its place.
  placed_below bigint not null default 0
);

-- Below this place every transaction has ended.
create function event_horizon() returns bigint language sql stable as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ahead from event_clock
$$;

create function set_event_clock() returns void language sql as $$
  update event_clock set ahead = last.made_in - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1
  from (select max(made_in) as made_in from api_events) last
  where last.made_in >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead
$$;

-- Saves an event with its deliveries. It is a function, so that a statement can do it together with what happened.
create function record_event(of_merchant integer, event text, of_type text, of_object jsonb)
  returns void language plpgsql as $$
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

-- Wakes the event streams of a merchant's programs when an event is committed.
create function note_recorded_events() returns trigger language plpgsql as $$
begin
  insert into changes (audience, topic)
    select distinct 'events:' || merchant_id, 'events' from recorded;
  return null;
end
$$;
create trigger note_recorded_events after insert on api_events
  referencing new table as recorded
  for each statement execute function note_recorded_events();
