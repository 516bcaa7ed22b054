-- Whether the platform and what it needs work: the last checks, the history of the status page, and incidents.

-- The history of the status page: for each component and UTC day, how many checks found it healthy, slow or down.
create table status_days (
  component text not null
    constraint status_days_component check (component in ('payment-server', 'lightning', 'checkout', 'webhooks', 'email', 'ledger')),
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

-- What admins publish on the status page. An update is never changed, so that readers can rely on what they read.
create table incidents (
  id integer generated always as identity primary key,
  title text not null constraint incidents_title check (length(title) between 1 and 120),
  state text not null
    constraint incidents_state check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  -- What was changed so that it does not happen again.
  changed text constraint incidents_changed check (length(changed) between 1 and 500),
  started_at timestamptz not null default app_now(),
  resolved_at timestamptz,
  constraint incidents_resolved check ((state = 'resolved') = (resolved_at is not null) and (resolved_at is null) = (changed is null))
);
create index incidents_resolved_at on incidents (resolved_at);

-- Which parts of the platform an incident concerns.
create table incident_impacts (
  incident_id integer not null constraint incident_impacts_incident references incidents(id),
  component text not null
    constraint incident_impacts_component check (component in ('payment-server', 'lightning', 'checkout', 'webhooks', 'email', 'ledger')),
  impact text not null constraint incident_impacts_impact check (impact in ('degraded', 'down')),
  primary key (incident_id, component)
);

-- What was published about an incident, in order.
create table incident_updates (
  id integer generated always as identity primary key,
  incident_id integer not null constraint incident_updates_incident references incidents(id),
  state text not null
    constraint incident_updates_state check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  sentence text not null constraint incident_updates_sentence check (length(sentence) between 1 and 500),
  -- What it means for money.
  money text not null constraint incident_updates_money check (length(money) between 1 and 300),
  at timestamptz not null default app_now()
);
create index incident_updates_by_incident on incident_updates (incident_id, id);
create trigger append_only before delete or update on incident_updates for each row execute function refuse_change();
