-- What the whole installation is, and the one clock that every default and every expiry reads.

create table platform (
  only_row boolean primary key default true constraint platform_only_row check (only_row),
  mode text not null constraint platform_mode check (mode in ('sandbox', 'live')),
  network text not null constraint platform_network check (network in ('mainnet', 'testnet', 'signet', 'regtest')),
  withdrawals_paused boolean not null default false,
  -- Time may be turned in the sandbox only: a live platform keeps the world's.
  clock_offset interval not null default '0',
  created_at timestamptz not null default now(),
  constraint platform_live_clock check (mode = 'sandbox' or clock_offset = '0')
);

-- The time of a transaction: what `set local bitquay.now` says (history is made with it), else the database's clock
-- and the sandbox's offset.
create function app_now() returns timestamptz language sql stable parallel safe as $$
  select coalesce(
    nullif(current_setting('bitquay.now', true), '')::timestamptz,
    now() + coalesce((select clock_offset from platform), '0')
  )
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = tg_table_name || '_append_only';
end
$$;
