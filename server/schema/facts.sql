-- Places of events count transactions. A database restored from a dump begins to count anew: then the clock is put ahead
-- of every event that is there (set_event_clock, at each start), so that what happens later also stands later.
create table event_clock (
  only_row boolean default true primary key constraint event_clock_only_row check (only_row),
  ahead bigint not null default 0
);
insert into event_clock default values;

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
