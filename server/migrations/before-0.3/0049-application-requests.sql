-- What admins ask applicants to correct before they decide. The link in the email opens these fields, once. Only its hash is
-- stored.
create table application_requests (
  id integer generated always as identity primary key,
  application_id integer not null constraint application_requests_application references merchant_applications,
  fields text[] not null constraint application_requests_fields check (cardinality(fields) > 0),
  message text not null,
  token_hash bytea not null constraint application_requests_token_unique unique,
  requested_by integer not null constraint application_requests_requested_by references admins,
  status text not null default 'open' constraint application_requests_status
    check (status in ('open', 'answered', 'replaced', 'canceled', 'expired', 'closed')),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- What the fields said before the answer, so that a correction can be compared.
  before jsonb,
  constraint application_requests_ended check ((status = 'open') = (ended_at is null)),
  constraint application_requests_answered check ((status = 'answered') = (before is not null))
);
create unique index application_requests_open on application_requests (application_id) where status = 'open';
create index application_requests_by_application on application_requests (application_id, id);
