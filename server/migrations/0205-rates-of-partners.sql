-- The share of each partner, as it was and is. A payment shows the share that was in effect when it was booked.
create table partner_share_changes (
  id integer generated always as identity primary key,
  partner_id integer not null constraint partner_share_changes_partner references partners(id),
  share_percentage numeric(5,2) not null,
  effective_from timestamptz not null default app_now()
);
create index partner_share_changes_by_partner on partner_share_changes (partner_id, effective_from, id);

insert into partner_share_changes (partner_id, share_percentage, effective_from)
select p.id, coalesce(
    (select (a.detail->>'shareBefore')::numeric from act_log a
      where a.act = 'partner-changed' and a.subject_kind = 'partner' and a.subject_id = p.id::text and a.detail ? 'shareBefore'
      order by a.id limit 1),
    p.share_percentage), p.created_at
from partners p order by p.id;
insert into partner_share_changes (partner_id, share_percentage, effective_from)
select p.id, (a.detail->>'share')::numeric, a.at
from act_log a join partners p on a.subject_id = p.id::text
where a.act = 'partner-changed' and a.subject_kind = 'partner' and a.detail ? 'shareBefore' order by a.id;

create function record_share_change() returns trigger language plpgsql as $$
begin
  insert into partner_share_changes (partner_id, share_percentage) values (new.id, new.share_percentage);
  return null;
end
$$;
create trigger record_first_share after insert on partners for each row execute function record_share_change();
create trigger record_share_change after update of share_percentage on partners
  for each row when (old.share_percentage <> new.share_percentage) execute function record_share_change();

-- What a partner's share was at a time. Before the first one that we know, it was that one.
create function partner_share_at(of_partner integer, at timestamptz) returns numeric language sql stable parallel safe as $$
  select coalesce(
    (select c.share_percentage from partner_share_changes c
      where c.partner_id = of_partner and c.effective_from <= at order by c.effective_from desc, c.id desc limit 1),
    (select c.share_percentage from partner_share_changes c
      where c.partner_id = of_partner order by c.effective_from, c.id limit 1)
  )
$$;

-- Whose terms a fee has, if they are not those of the time when it was saved: of a payment that was filed anew, or of a
-- withdrawal's request.
alter table fee_transactions add column terms_at timestamptz;

-- The partners' part of a payment in percent, by the schedule of a time.
create function pool_percent_at(of_type text, at timestamptz) returns numeric language sql stable parallel safe as $$
  select case when of_type <> 'withdrawal' then s.partner_pool_percent
    when s.partner_pool_percent = 0 then 0
    else s.withdrawal_fee_percent * s.partner_pool_percent / (s.platform_fee_percent + s.partner_pool_percent) end
  from standing_fee_schedules s where s.effective_from <= at order by s.effective_from desc limit 1
$$;

-- A partner's part of a payment in percent, as the contract says.
create function partner_rate_at(of_partner integer, of_type text, terms_at timestamptz, booked_at timestamptz)
  returns numeric language sql stable parallel safe as $$
  select round(pool_percent_at(of_type, terms_at) * partner_share_at(of_partner, booked_at) / 100, 3)
$$;
