-- Attempts hold the bodies of requests and answers, the most that any log holds. They are partitioned by month, so that old
-- ones are dropped instead of deleted row by row.
create table webhook_attempts_by_month (
  id bigint generated always as identity,
  delivery_id bigint not null,
  at timestamptz not null,
  duration_ms integer not null,
  request_headers jsonb not null,
  request_body text not null,
  answer_status integer,
  answer_headers jsonb,
  answer_body text,
  error text
) partition by range (at);
-- For a time that no month covers, such as after the sandbox's clock was moved by years.
create table webhook_attempts_other partition of webhook_attempts_by_month default;

-- Creates the partitions of this month and the next ones, and drops those that ended before `keep_since`.
create function keep_months(parent text, months_ahead integer, keep_since timestamptz) returns void language plpgsql as $$
declare
  v_month timestamptz;
  v_name text;
begin
  for v_ahead in 0 .. months_ahead loop
    v_month := (date_trunc('month', app_now() at time zone 'UTC') + make_interval(months => v_ahead)) at time zone 'UTC';
    v_name := parent || '_' || to_char(v_month at time zone 'UTC', 'YYYY_MM');
    if to_regclass(v_name) is null then
      begin
        execute format('create table %I partition of %I for values from (%L) to (%L)', v_name, parent, v_month,
          ((v_month at time zone 'UTC') + interval '1 month') at time zone 'UTC');
      exception when check_violation then
        -- Rows of this month are in the default partition already. They stay there.
      end;
    end if;
  end loop;
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and ((to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC') <= keep_since
  loop
    execute format('drop table %I', v_name);
  end loop;
end
$$;
select keep_months('webhook_attempts_by_month', 3, '-infinity');

insert into webhook_attempts_by_month (id, delivery_id, at, duration_ms, request_headers, request_body, answer_status, answer_headers, answer_body, error)
overriding system value
select id, delivery_id, at, duration_ms, request_headers, request_body, answer_status, answer_headers, answer_body, error from webhook_attempts;
select setval(pg_get_serial_sequence('webhook_attempts_by_month', 'id'), coalesce((select max(id) from webhook_attempts), 0) + 1, false);
drop table webhook_attempts;
do $$
declare
  v_name text;
begin
  for v_name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'webhook_attempts_by_month'::regclass and c.relname like 'webhook_attempts_by_month_%'
  loop
    execute format('alter table %I rename to %I', v_name, replace(v_name, '_by_month', ''));
  end loop;
end
$$;
alter table webhook_attempts_by_month rename to webhook_attempts;
alter table webhook_attempts
  add constraint webhook_attempts_pkey primary key (id, at),
  add constraint webhook_attempts_delivery foreign key (delivery_id) references webhook_deliveries;
create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, id);
create index webhook_attempts_by_age on webhook_attempts (at);

-- Events and their deliveries are deleted after a year, oldest first. They aren't partitioned: an event's ID is unique for
-- ever, an endpoint gets an event once, and both have to hold across months.
create index webhook_deliveries_by_event on webhook_deliveries (event_ref);
create or replace function keep_but_erase() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('bitquay.erasing', true) = 'on'
    and to_jsonb(new) - array['actor_email', 'source_address', 'detail', 'object']
      = to_jsonb(old) - array['actor_email', 'source_address', 'detail', 'object'] then
    return new;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'api_events' then
    if old.created_at < app_now() - interval '1 year' then
      return old;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = tg_table_name || '_append_only';
end
$$;

-- Deletes events older than a year among the oldest ones, with their deliveries. Returns how many it deleted.
create function prune_events(most integer) returns integer language plpgsql as $$
declare
  v_events bigint[];
begin
  select array_agg(id) into v_events
  from (select id, created_at from api_events order by id limit most) e where e.created_at < app_now() - interval '1 year';
  if v_events is null then
    return 0;
  end if;
  delete from webhook_attempts where delivery_id in (select id from webhook_deliveries where event_ref = any (v_events));
  delete from webhook_deliveries where event_ref = any (v_events);
  delete from event_places where event_ref = any (v_events);
  delete from api_events where id = any (v_events);
  return cardinality(v_events);
end
$$;

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

create index merchants_kept on merchants (closed_at) where closed_at is not null and erased_at is null;
