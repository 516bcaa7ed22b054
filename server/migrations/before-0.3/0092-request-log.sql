-- The latest requests of a merchant's programs in the sandbox, for developers who look for a mistake. Neither queries nor
-- bodies are kept.
create table api_request_log (
  id bigint generated always as identity primary key,
  merchant_id integer not null constraint api_request_log_merchant references merchants,
  key_prefix text not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms integer not null,
  request_id uuid not null,
  at timestamptz not null default app_now()
);
create index api_request_log_by_merchant on api_request_log (merchant_id, id);
