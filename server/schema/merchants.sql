-- What admins look at and decide about merchants.

-- Merchants that an admin should look at. A worker keeps these rows, because they follow from tables of several nouns,
-- and a list couldn't read that from an index.
create table merchant_attention (
  merchant_id integer not null constraint merchant_attention_merchant references merchants(id) on delete cascade,
  reason text not null
    constraint merchant_attention_reason check (reason in ('fees-not-covered', 'collection-failing', 'send-stuck', 'sync-failing', 'setup-stuck', 'name-in-review')),
  -- What went wrong, as the server or the worker said it.
  detail text,
  since timestamptz not null default app_now(),
  primary key (merchant_id, reason)
);

-- What an administrator decided about a name with a problem. Only its hash is kept, so that nothing has to be erased.
create table name_decisions (
  merchant_id integer not null constraint name_decisions_merchant references merchants(id),
  name_hash bytea not null,
  is_allowed boolean not null,
  decided_at timestamptz not null default app_now(),
  constraint name_decisions_key primary key (merchant_id, name_hash)
);

-- The problem of a name of a merchant that no administrator has allowed.
create function open_name_problem(p_merchant_id integer, p_name text) returns text language sql stable parallel safe
  return case when (name_problem(p_name, null) is not null or resembles_platform(p_name))
      and not exists (select from name_decisions d where d.merchant_id = p_merchant_id
        and d.name_hash = sha256(convert_to(p_name, 'UTF8')) and d.is_allowed)
    then coalesce(name_problem(p_name,
      (select a.website from merchant_applications a where a.merchant_id = p_merchant_id and a.website is not null limit 1)),
      case when resembles_platform(p_name) then 'platform' end) end;
