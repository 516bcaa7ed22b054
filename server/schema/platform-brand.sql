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
  -- The terms and the privacy policy of each version. An empty text is ours.
  legal jsonb not null default '{"terms": {"from": "", "text": ""}, "privacy": {"from": "", "text": ""}}',
  constraint platform_brands_preview check ((preview_hash is null) = (preview_until is null)),
  constraint platform_brands_preview_of_draft check (is_draft or preview_hash is null)
);
create unique index platform_brands_one_draft on platform_brands (is_draft) where is_draft;
create index platform_brands_published on platform_brands (id) where not is_draft;

-- The logos that admins uploaded for the platform. Only what we encoded ourselves is stored. The hash of the bytes is the
-- picture's public address.
create table brand_pictures (
  hash text primary key constraint brand_pictures_hash check (hash ~ '^[0-9a-f]{40}$'),
  media_type text not null constraint brand_pictures_media_type check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null constraint brand_pictures_bytes check (length(bytes) between 1 and 1048576),
  uploaded_at timestamptz not null default app_now(),
  uploaded_by integer constraint brand_pictures_admin references admins(id)
);

-- Whether a name could pass for the platform's, now or before. A long platform name counts inside of other words too.
create function resembles_platform(p_name text) returns boolean language sql stable parallel safe
  return exists (
    select from (select name_at_a_glance(b.brand ->> 'name') as look from platform_brands b where not b.is_draft) p
    where p.look <> ''
      and (' ' || name_at_a_glance(p_name) || ' ' like '% ' || p.look || ' %'
        or (length(replace(p.look, ' ', '')) >= 6
          and replace(name_at_a_glance(p_name), ' ', '') like '%' || replace(p.look, ' ', '') || '%')));
