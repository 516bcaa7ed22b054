-- A finding of the audit that an operator has looked at and explained. It covers exactly these figures.
create table audit_acknowledgments (
  check_name text not null,
  subject text not null,
  expected text not null,
  found text not null,
  reason text not null constraint audit_acknowledgments_reason check (length(reason) between 1 and 1000),
  acknowledged_by text not null,
  acknowledged_at timestamptz not null default app_now(),
  constraint audit_acknowledgments_key primary key (check_name, subject)
);
-- Findings that were acknowledged are kept apart from those that are open, so that counts of findings mean open ones.
alter table audit_runs add column acknowledged jsonb not null default '[]';
