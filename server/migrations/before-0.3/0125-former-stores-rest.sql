-- What begins in the store in use doesn't concern the stores that a merchant has left. A loop-out may be paid from one of them.
create or replace function wake_store() returns trigger language plpgsql as $$
begin
  update stores set sync_due_at = app_now(), sync_pause_seconds = 50
  where merchant_id = new.merchant_id and sync_pause_seconds > 50
    and (standing <> 'former' or tg_table_name = 'lightning_loop_out_requests');
  return null;
end
$$;
