-- The history of the status page: for each component and UTC day, how many checks found it healthy, slow or down.
create table status_days (
  component text not null constraint status_days_component check (component in (
    'payment-server', 'lightning', 'checkout', 'webhooks', 'email', 'ledger'
  )),
  day date not null,
  healthy integer not null default 0 constraint status_days_healthy check (healthy >= 0),
  slow integer not null default 0 constraint status_days_slow check (slow >= 0),
  down integer not null default 0 constraint status_days_down check (down >= 0),
  -- The newest result, which may be newer than what was counted.
  state text not null constraint status_days_state check (state in ('healthy', 'slow', 'down')),
  checked_at timestamptz not null,
  -- Each minute counts once, however many servers check.
  counted_minute timestamptz not null,
  primary key (component, day)
);
