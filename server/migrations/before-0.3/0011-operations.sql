-- What operators run the platform by: audits of the ledger, alerts, and the ways by which their lists are read.

create table audit_runs (
  id integer generated always as identity primary key,
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- What was looked at, and what does not add up: [{"check", "subject", "expected", "found"}, …].
  checks jsonb not null default '[]',
  findings jsonb not null default '[]',
  -- Why it could not be done to the end.
  failure text,
  -- Who asked for it; nobody did where its time had come.
  asked_by text
);

-- Something that an operator should look at. It is open until it is over; whoever is told is told once.
create table alerts (
  id integer generated always as identity primary key,
  kind text not null constraint alerts_kind check (kind in (
    'wallet-low', 'audit-not-clean', 'worker-stuck', 'mail-failing', 'engine-down', 'send-stuck', 'store-unread'
  )),
  -- Of several of a kind, which: a worker's name, a send's number. Empty where there can be only one.
  subject text not null default '',
  sentence text not null,
  since timestamptz not null default app_now(),
  told_at timestamptz,
  over_at timestamptz
);
create unique index alerts_open on alerts (kind, subject) where over_at is null;

-- An announced change of fees that was taken back before it came into force. The schedule itself is for ever.
create table fee_schedule_withdrawals (
  schedule_id integer primary key constraint fee_schedule_withdrawals_schedule references fee_schedules,
  withdrawn_by integer not null constraint fee_schedule_withdrawals_by references admins,
  withdrawn_at timestamptz not null default app_now()
);
create trigger append_only before update or delete on fee_schedule_withdrawals for each row execute function refuse_change();

-- Every list of an operator's begins at its end, whatever it is filtered by.
create index transactions_newest on transactions (seen_at desc, id desc);
create index transactions_pending on transactions (seen_at desc, id desc) where status = 'pending';
create index transactions_failed on transactions (seen_at desc, id desc) where status = 'failed';
create index transactions_large on transactions (seen_at desc, id desc) where amount_usd > 1000;
create index transactions_business on transactions (seen_at desc, id desc) where purpose in ('invoice', 'withdrawal', 'refund');
create index transactions_by_txid on transactions (txid text_pattern_ops);
create index transactions_by_address on transactions (address text_pattern_ops) where address is not null;
create index transactions_by_invoice on transactions (invoice_id text_pattern_ops) where invoice_id is not null;
create index transactions_by_words on transactions using gin (search_words(description)) where description is not null;
create index merchants_by_name on merchants (lower(store_name) text_pattern_ops, id);

create index act_log_by_actor on act_log (actor_email text_pattern_ops, id desc) where actor_email is not null;
create index act_log_by_actor_kind on act_log (actor_kind, id desc);
create index act_log_by_subject on act_log (subject_kind, subject_id, id desc) where subject_kind is not null;
create index act_log_by_source on act_log (source_address text_pattern_ops, id desc) where source_address is not null;

-- Volume is what customers paid for invoices; the merchant's own money coming home is none.
create index transactions_volume on transactions (seen_at) include (merchant_id, amount_usd)
  where booked and type = 'incoming' and purpose = 'invoice';
create index sends_withdrawn on sends (confirmed_at) include (amount_usd) where kind = 'withdrawal' and status = 'confirmed';
create index ledger_transfers_by_time on ledger_transfers (posted_at, id);
create index mail_outbox_failed on mail_outbox (id desc) where status = 'failed';
create index merchant_applications_pending on merchant_applications (id desc) where status = 'pending';

-- What was announced and still holds.
create view standing_fee_schedules as
  select s.* from fee_schedules s
  where not exists (select from fee_schedule_withdrawals w where w.schedule_id = s.id);

-- A letter that nobody wants to be sent any more.
alter table mail_outbox
  drop constraint mail_outbox_status,
  add constraint mail_outbox_status check (status in ('waiting', 'sent', 'kept', 'failed', 'dropped'));

-- Each fee: what of it is the platform's and what its partners', for which merchant. A payment that was undone stands a
-- second time, against the moment of its undoing. Partners taking their money is no fee.
create view fee_parts as
  select e.transfer_id, e.posted_in, e.posted_at, (e.posted_at at time zone 'UTC')::date as day, coalesce(f.merchant_id, 0) as merchant_id,
    case when e.category in ('deposit', 'lightning', 'withdrawal') then e.category else 'other' end as kind,
    max(e.standing) as fees,
    coalesce(sum(e.amount_sats) filter (where e.account = 'revenue'), 0)::bigint as revenue_sats,
    coalesce(sum(e.amount_usd) filter (where e.account = 'revenue'), 0) as revenue_usd,
    coalesce(sum(e.amount_sats) filter (where e.account = 'earned'), 0)::bigint as partner_sats,
    coalesce(sum(e.amount_usd) filter (where e.account = 'earned'), 0) as partner_usd
  from earning_entries e join ledger_transfers t on t.id = e.transfer_id
    left join fee_transactions f on f.transfer_id = coalesce(t.reverses, t.id)
  where e.account in ('revenue', 'earned') and e.category not in ('payout-hold', 'payout-return')
  group by e.transfer_id, e.posted_in, e.posted_at, e.category, f.merchant_id;

-- Their sums by day of UTC, carried forward as those of the partners are (0009): a report costs as many rows as it has
-- days and merchants, however many payments there were. Merchant 0 is nobody.
create table revenue_days (
  day date not null,
  merchant_id integer not null,
  kind text not null,
  fees bigint not null,
  revenue_sats bigint not null,
  revenue_usd numeric(20, 8) not null,
  partner_sats bigint not null,
  partner_usd numeric(20, 8) not null,
  constraint revenue_days_unique primary key (day, merchant_id, kind)
);
create table revenue_through (
  only_row boolean primary key default true constraint revenue_through_only_row check (only_row),
  before xid8 not null default '0',
  base bigint not null default 0
);
insert into revenue_through default values;

create function uncarried_fees() returns setof bigint language plpgsql stable rows 50 as $$
begin
  return query select t.id from ledger_transfers t
    where t.posted_in >= (select before from revenue_through) and t.id > (select base from revenue_through);
end
$$;

create view revenue_by_day as
  select day, merchant_id, kind, fees, revenue_sats, revenue_usd, partner_sats, partner_usd from revenue_days
  union all
  select p.day, p.merchant_id, p.kind, p.fees, p.revenue_sats, p.revenue_usd, p.partner_sats, p.partner_usd
  from uncarried_fees() u cross join lateral (select * from fee_parts f where f.transfer_id = u) p;

create function carry_revenue() returns void language plpgsql as $$
declare
  v_from revenue_through;
  v_before xid8;
begin
  select * into v_from from revenue_through for update;
  v_before := pg_snapshot_xmin(pg_current_snapshot());
  if v_from.before > v_before then
    lock table ledger_transfers in share row exclusive mode;
    delete from revenue_days;
    v_from.base := (select coalesce(max(id), 0) from ledger_transfers);
    insert into revenue_days select day, merchant_id, kind, sum(fees), sum(revenue_sats), sum(revenue_usd), sum(partner_sats), sum(partner_usd)
    from fee_parts group by day, merchant_id, kind;
  else
    insert into revenue_days as d
    select day, merchant_id, kind, sum(fees), sum(revenue_sats), sum(revenue_usd), sum(partner_sats), sum(partner_usd)
    from fee_parts where posted_in >= v_from.before and posted_in < v_before and transfer_id > v_from.base
    group by day, merchant_id, kind
    on conflict (day, merchant_id, kind) do update set fees = d.fees + excluded.fees,
      revenue_sats = d.revenue_sats + excluded.revenue_sats, revenue_usd = d.revenue_usd + excluded.revenue_usd,
      partner_sats = d.partner_sats + excluded.partner_sats, partner_usd = d.partner_usd + excluded.partner_usd;
  end if;
  update revenue_through set before = v_before, base = v_from.base;
end
$$;

-- The platform's revenue after one moment up to another: whole days from their sums, the rest of the two days at the
-- ends from the ledger.
create function revenue_between(p_after timestamptz, p_until timestamptz) returns numeric language sql stable as $$
  with days as (
    select (p_after at time zone 'UTC')::date as first, (p_until at time zone 'UTC')::date as last
  ),
  ends as (
    select d.first as day from days d union select d.last from days d
  )
  select coalesce((select sum(r.revenue_usd) from revenue_by_day r, days d where r.day > d.first and r.day < d.last), 0)
    + coalesce((
      select -sum(e.amount_usd) from ends x
        join ledger_transfers t on t.posted_at >= x.day::timestamp at time zone 'UTC'
          and t.posted_at < (x.day + 1)::timestamp at time zone 'UTC' and t.posted_at > p_after and t.posted_at <= p_until
        join ledger_entries e on e.transfer_id = t.id
      where e.account_id = (select id from ledger_accounts where kind = 'revenue' and owner_kind = 'platform')
    ), 0)
$$;
