-- Who did what, written in the transaction in which it was done.

-- One row for each action that the audit log shows.
create table act_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  actor_kind text not null
    constraint act_log_actor_kind check (actor_kind in ('admin', 'merchant', 'merchant-user', 'partner', 'api-key', 'till-device', 'system', 'anonymous')),
  actor_id integer,
  actor_email text,
  act text not null,
  subject_kind text,
  subject_id text,
  merchant_id integer,
  source_address text,
  detail jsonb not null default '{}'
);
create index act_log_by_subject on act_log (subject_kind, subject_id, id desc) where subject_kind is not null;
create index act_log_by_time on act_log (at, id);
create index act_log_by_merchant on act_log (merchant_id, at, id);
create index act_log_by_act on act_log (act, at, id);
create index act_log_by_actor_kind on act_log (actor_kind, at, id);
create index act_log_by_actor on act_log (actor_email text_pattern_ops, at, id) where actor_email is not null;
create index act_log_by_source on act_log (source_address text_pattern_ops, at, id) where source_address is not null;
-- When a merchant's own people or programs last did something.
create index act_log_by_store_people on act_log (merchant_id, at)
  where actor_kind in ('merchant', 'merchant-user', 'api-key');
create trigger no_truncate before truncate on act_log for each statement execute function refuse_change();
create trigger append_only before delete or update on act_log for each row execute function keep_but_erase();
