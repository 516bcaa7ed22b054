-- Every attempt kept up to 24 KB for a month, and a merchant could cause any number of attempts. What was sent and answered
-- is kept for the latest attempts of an endpoint only, within a size per merchant. This table says of which attempts it
-- is kept. Attempts from before are deleted after a month, as they would have been.
create table webhook_bodies (
  endpoint_id integer not null constraint webhook_bodies_endpoint references webhook_endpoints,
  attempt_id bigint not null,
  at timestamptz not null,
  merchant_id integer not null constraint webhook_bodies_merchant references merchants,
  bytes integer not null,
  primary key (endpoint_id, attempt_id)
);
create index webhook_bodies_by_merchant on webhook_bodies (merchant_id, attempt_id desc) include (bytes);
