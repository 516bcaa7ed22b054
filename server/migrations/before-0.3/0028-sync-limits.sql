-- Limits on what one store may cost the others: failures and progress are kept for each store and each piece of work.

alter table stores
  -- Rises by two with each sync that fails and falls by one with each that works: above zero the store waits in the slow lane.
  add column sync_failures integer not null default 0,
  -- A store that brought very much rests until then, whatever its webhooks say.
  add column sync_not_before timestamptz,
  -- Where reading the older history goes on, counted from the newest transaction; null when there is nothing to go on with.
  add column history_skip integer,
  -- Whether the oldest transaction of the wallet has been reached since unknown ones were last passed over.
  add column history_complete boolean not null default false;
-- Until now every sync read the whole history.
update stores set history_complete = true where synced_at is not null;

alter table invoices
  add column read_failures integer not null default 0,
  -- Since when BTCPay says that it does not know this invoice, and how often it has said so.
  add column unknown_since timestamptz,
  add column unknown_looks integer not null default 0;
create index invoices_unknown on invoices (merchant_id) where unknown_since is not null;

alter table transactions
  -- Since when the wallet has not known it.
  add column vanished_at timestamptz,
  -- When it was last asked for by itself, because no page of the wallet showed it.
  add column looked_up_at timestamptz;
update transactions set vanished_at = app_now() where disputed and not final;

-- What a worker failed at, piece by piece: it waits for its next attempt while the others go on.
create table work_failures (
  worker text not null,
  item text not null,
  failures integer not null,
  last_error text not null,
  first_failed_at timestamptz not null,
  retry_at timestamptz not null,
  primary key (worker, item)
);

-- The order in which a merchant's programs read events. A place is given after the event has been committed, by one
-- transaction at a time for each merchant, so no place ever appears before a place that was read already. Waiting for
-- older transactions to end, as before, let any long transaction in the cluster stop every list.
create table event_places (
  merchant_id integer not null constraint event_places_merchant references merchants,
  place bigint not null,
  event_ref bigint not null constraint event_places_event references api_events
    constraint event_places_event_unique unique,
  primary key (merchant_id, place)
);
create table event_sequences (
  merchant_id integer primary key constraint event_sequences_merchant references merchants,
  last_place bigint not null default 0,
  -- Every event that was made below this has its place.
  placed_below bigint not null default 0
);
insert into event_places (merchant_id, place, event_ref)
  select merchant_id, row_number() over (partition by merchant_id order by made_in, id), id from api_events;
insert into event_sequences (merchant_id, last_place, placed_below)
  select merchant_id, count(*), least(max(made_in), event_horizon()) from api_events group by merchant_id;

-- Which stores wait for each other: those on the platform's BTCPay, those on servers of merchants' own, and of the latter
-- those whose last syncs failed or took too long.
create function store_lane(s stores) returns text language sql stable as $$
  select case
    when s.server_url = (select p.server_url from stores p where p.merchant_id is null) then 'platform'
    when s.sync_failures > 0 then 'slow'
    else 'own-server'
  end
$$;

-- The explorer is asked for each merchant's transactions in turns, so that one merchant's many do not hold up the others'.
create index transactions_details_in_turns on transactions (merchant_id, details_due_at) where details_due_at is not null;
