-- A merchant that closes its account creates nothing new. What customers still pay is booked, and its owner can refund and
-- withdraw it. It is closed once its last payout has ended, and the time for which its records are kept starts then.
alter table merchants
  add column closing_since timestamptz,
  add column closed_at timestamptz,
  add constraint merchants_closed check (closed_at is null or closing_since is not null);
create index merchants_closing on merchants (id) where closing_since is not null and closed_at is null;

-- Invoices, payment links and API keys are created in several places, so the database refuses them. After the insert,
-- because a repeated request that finds its first row creates nothing.
create function require_open_merchant() returns trigger language plpgsql as $$
begin
  if exists (select from merchants where id = new.merchant_id and closing_since is not null) then
    raise exception 'merchant % is closed', new.merchant_id using errcode = 'check_violation', constraint = 'merchant_open';
  end if;
  return null;
end
$$;
create trigger require_open_merchant after insert on invoices for each row execute function require_open_merchant();
create trigger require_open_merchant after insert on payment_links for each row execute function require_open_merchant();
create trigger require_open_merchant after insert on api_keys for each row execute function require_open_merchant();
