-- A claim without a send waits for a person. Whatever a program started may do so, also within its limit.
alter table refunds
  drop constraint refunds_claimed,
  add constraint refunds_claimed check (case status
    when 'paid' then send_id is not null
    when 'claimed' then send_id is not null or (api_key_id is not null and address is not null)
    else send_id is null end);
