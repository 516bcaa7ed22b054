-- Who bears a session's token. A function, since a connection keeps a function's plans: to plan the union of four kinds of
-- people took longer than to read it, with every request. That a session was used is written at most once a minute.
create function find_bearer(token bytea, idle_hours integer)
returns table (session_id integer, person people) language plpgsql
-- A plan made while few are signed in is kept when there are many: all are looked up one by one.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  at constant timestamptz := app_now();
  session sessions;
begin
  select * into session from sessions
  where token_hash = token and expires_at > at and last_seen_at > at - make_interval(hours => idle_hours);
  if session.id is null then return; end if;
  return query select session.id, p from people p
    where p.kind = session.person_kind and p.id = session.person_id and p.is_active;
  if found and session.last_seen_at < at - interval '1 minute' then
    update sessions set last_seen_at = at where id = session.id;
  end if;
end
$$;

-- What is told about an act, as functions, so that the statement of the act itself can tell it.
create function record_event(of_merchant integer, event text, of_type text, of_object jsonb) returns void language plpgsql as $$
declare
  recorded bigint;
begin
  insert into api_events (merchant_id, event_id, type, object) values (of_merchant, event, of_type, of_object)
  returning id into recorded;
  insert into webhook_deliveries (endpoint_id, event_ref)
  select endpoint.id, recorded from webhook_endpoints endpoint
  where endpoint.merchant_id = of_merchant and endpoint.deleted_at is null and endpoint.enabled
    and endpoint.events && array[of_type, '*']
    -- BTCPay's plugins know payments of invoices only.
    and (endpoint.kind = 'standard' or of_object ? 'invoiceId');
end
$$;

create function note_change(of_audience text, of_topic text) returns void language plpgsql as $$
begin
  insert into changes (audience, topic) values (of_audience, of_topic);
end
$$;
