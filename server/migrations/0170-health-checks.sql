-- The last measurement of what the platform needs from outside: mail server, explorer, clocks, disks and certificates.
create table health_checks (
  kind text not null,
  -- Of several of a kind, which: a machine, a BTCPay Server. Empty where there can be only one.
  subject text not null default '',
  -- Null while it is well.
  problem text,
  -- What was measured: seconds, bytes or a time.
  figure double precision,
  -- What the figure is a part of, such as the size of a disk.
  whole double precision,
  checked_at timestamptz not null default app_now(),
  primary key (kind, subject)
);

alter table platform add column backed_up_at timestamptz;

-- The cause in a few words, which is the email's subject, and how much follows from it.
alter table alerts add column title text not null default '', add column follows jsonb not null default '[]';

-- Whether a BTCPay Server of the operator doesn't respond: at its last check, or it wasn't checked although it was before.
create function is_engine_down(e engines) returns boolean language sql stable as $$
  select case when e.id = 1
    then coalesce((select not c.reachable or c.checked_at < app_now() - interval '1 minute' from engine_checks c), false)
    else coalesce(not e.reachable or e.checked_at < app_now() - interval '1 minute', false)
      and exists (select from stores s where s.engine_id = e.id and s.status <> 'left') end
$$;

-- Whether an address is one of the operator's servers that is down, or was a moment ago: its stores have to catch up first.
create function was_server_down(server_url text) returns boolean language sql stable as $$
  select exists (select from engines e where e.url = rtrim($1, '/') and (is_engine_down(e) or exists (
    select from webhook_gaps g
    where g.server_url = e.url and g.reason = 'unreachable' and g.seen_at > app_now() - interval '10 minutes')))
$$;
