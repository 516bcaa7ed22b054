-- Wakes the event streams of a merchant's programs when an event is committed.
create function note_recorded_events() returns trigger language plpgsql as $$
begin
  insert into changes (audience, topic)
    select distinct 'events:' || merchant_id, 'events' from recorded;
  return null;
end
$$;
create trigger note_recorded_events after insert on api_events
  referencing new table as recorded for each statement execute function note_recorded_events();
