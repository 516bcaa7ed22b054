-- The name, addresses and figures that the operator shows instead of ours. Versions that were published are kept.
create table platform_brands (
  id integer generated always as identity primary key,
  brand jsonb not null,
  -- A draft is seen by those who have its preview link.
  is_draft boolean not null,
  saved_at timestamptz not null default app_now(),
  saved_by integer constraint platform_brands_admin references admins(id),
  -- The version that this one took back.
  takes_back integer constraint platform_brands_taken_back references platform_brands(id),
  preview_hash bytea,
  preview_until timestamptz,
  constraint platform_brands_preview check ((preview_hash is null) = (preview_until is null)),
  constraint platform_brands_preview_of_draft check (is_draft or preview_hash is null)
);
create unique index platform_brands_one_draft on platform_brands (is_draft) where is_draft;
create index platform_brands_published on platform_brands (id) where not is_draft;

-- A name as someone sees it who reads quickly: letters that look alike are one, words are parted by one space.
create function name_at_a_glance(name text) returns text language sql immutable parallel safe
  return trim(regexp_replace(
    lightning_address_look(translate(name_folded(regexp_replace(name, '[._-]+', ' ', 'g')), 'g4|!', 'qall')),
    '[^[:alnum:]]+', ' ', 'g'));

-- Whether a name could pass for the platform's, now or before. A long platform name counts inside of other words too.
create function resembles_platform(p_name text) returns boolean language sql stable parallel safe
  return exists (
    select from (select name_at_a_glance(b.brand ->> 'name') as look from platform_brands b where not b.is_draft) p
    where p.look <> ''
      and (' ' || name_at_a_glance(p_name) || ' ' like '% ' || p.look || ' %'
        or (length(replace(p.look, ' ', '')) >= 6
          and replace(name_at_a_glance(p_name), ' ', '') like '%' || replace(p.look, ' ', '') || '%')));

-- The problem of a name of a merchant that no administrator has allowed.
create or replace function open_name_problem(p_merchant_id integer, p_name text) returns text language sql stable parallel safe
  return case when (name_problem(p_name, null) is not null or resembles_platform(p_name))
      and not exists (select from name_decisions d where d.merchant_id = p_merchant_id
        and d.name_hash = sha256(convert_to(p_name, 'UTF8')) and d.is_allowed)
    then coalesce(name_problem(p_name,
      (select a.website from merchant_applications a where a.merchant_id = p_merchant_id and a.website is not null limit 1)),
      case when resembles_platform(p_name) then 'platform' end) end;
