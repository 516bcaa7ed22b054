-- Applications of businesses that want to become merchants.

-- One row for each application.
create table merchant_applications (
  id integer generated always as identity primary key,
  business_name text not null,
  contact_name text not null,
  email email_address not null constraint merchant_applications_email_unique unique,
  phone text not null,
  website text,
  business_type text not null,
  business_description text not null,
  monthly_volume text not null,
  average_transaction_size text,
  customer_base text,
  company_size text,
  business_registration text,
  tax_id text,
  incorporation_country text,
  business_address text,
  status text not null default 'pending'
    constraint merchant_applications_status check (status in ('pending', 'approved', 'rejected')),
  review_notes text,
  reviewed_by integer constraint merchant_applications_reviewed_by references admins(id),
  reviewed_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- What an approval made, once.
  merchant_id integer
    constraint merchant_applications_merchant_unique unique
    constraint merchant_applications_merchant references merchants(id),
  constraint merchant_applications_reviewed check ((status = 'pending') = (reviewed_at is null)),
  constraint merchant_applications_approved check ((status = 'approved') = (merchant_id is not null))
);
create index merchant_applications_search on merchant_applications using gin (search_words((((business_name || ' ') || contact_name) || ' ') || email::text));
create index merchant_applications_pending on merchant_applications (id desc) where status = 'pending';
create index merchant_applications_by_time on merchant_applications (created_at, id);
create index merchant_applications_by_status on merchant_applications (status, created_at, id);
create index merchant_applications_by_name on merchant_applications (lower(business_name) collate "C", id);
create index merchant_applications_by_merchant on merchant_applications (merchant_id) where merchant_id is not null;

-- What admins ask applicants to correct before they decide. The link in the email opens these fields, once. Only its hash is
-- stored.
create table application_requests (
  id integer generated always as identity primary key,
  application_id integer not null constraint application_requests_application references merchant_applications(id),
  fields text[] not null constraint application_requests_fields check (cardinality(fields) > 0),
  message text not null,
  token_hash bytea not null constraint application_requests_token_unique unique,
  requested_by integer not null constraint application_requests_requested_by references admins(id),
  status text not null default 'open'
    constraint application_requests_status check (status in ('open', 'answered', 'replaced', 'canceled', 'expired', 'closed')),
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

-- Deletes applications that were rejected more than 3 years ago, with the requests for information. Returns how many.
create function prune_applications(most integer) returns integer language plpgsql as $$
declare
  v_applications integer[];
begin
  select array_agg(id) into v_applications from (
    select id from merchant_applications where status = 'rejected' and created_at < app_now() - interval '3 years'
      and reviewed_at < app_now() - interval '3 years' order by created_at limit most) a;
  if v_applications is null then
    return 0;
  end if;
  delete from application_requests where application_id = any (v_applications);
  delete from merchant_applications where id = any (v_applications);
  return cardinality(v_applications);
end
$$;
