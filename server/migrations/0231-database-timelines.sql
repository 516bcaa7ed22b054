-- Where each timeline of a database begins, as the first server saw it before it wrote anything there. What a server saw before
-- and isn't below that place was lost in a takeover or a restore. A cluster has an ID, because a backup brings the rows of another.
create table database_timelines (
  system_id text not null,
  timeline integer not null,
  lsn numeric not null,
  -- The first transaction that isn't from before.
  next_xid numeric not null,
  -- When a worker last said that it was alive, by the world's clock: nothing later is known.
  alive_at timestamptz,
  seen_at timestamptz not null default now(),
  primary key (system_id, timeline)
);
