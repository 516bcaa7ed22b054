-- While a worker sends an email, nobody else may: sending it again by hand waits until then.
alter table mail_outbox add column sending_until timestamptz;

-- What an email is for those who look at the outbox. Emails that wait for another try, or for someone after a restore, are
-- delayed. Those that the sandbox keeps instead of sending them count as sent.
create function email_state(p_status text, p_attempts integer) returns text language sql immutable parallel safe as $$
  select case p_status when 'waiting' then case when p_attempts = 0 then 'waiting' else 'delayed' end
    when 'held' then 'delayed' when 'dropped' then 'discarded' when 'kept' then 'sent' else p_status end
$$;

create index mail_outbox_by_time on mail_outbox (created_at, id);
create index mail_outbox_by_state on mail_outbox (email_state(status, attempts), created_at, id);
create index mail_outbox_by_merchant on mail_outbox (merchant_id, created_at, id) where merchant_id is not null;
