-- Where a delivery stands in the log of its endpoint, read downwards: those that were tried or given up by their last attempt, and
-- below them those that wait for their first attempt, the next one first.
create function delivery_place(status text, last_attempt_at timestamptz, due_at timestamptz, created_at timestamptz)
  returns interval language sql immutable parallel safe as $$
  select case when status = 'waiting' and last_attempt_at is null then to_timestamp(0) - due_at
    else coalesce(last_attempt_at, created_at) - to_timestamp(0) end
$$;

create index webhook_deliveries_by_attempt on webhook_deliveries
  (endpoint_id, delivery_place(status, last_attempt_at, due_at, created_at), id);
create index webhook_deliveries_by_status_and_attempt on webhook_deliveries
  (endpoint_id, status, delivery_place(status, last_attempt_at, due_at, created_at), id);
create index webhook_deliveries_by_type_and_attempt on webhook_deliveries
  (endpoint_id, event_type, delivery_place(status, last_attempt_at, due_at, created_at), id);
