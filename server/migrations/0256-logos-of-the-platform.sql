-- The logos that admins uploaded for the platform. Only what we encoded ourselves is stored. The hash of the bytes is the
-- picture's public address.
create table brand_pictures (
  hash text primary key constraint brand_pictures_hash check (hash ~ '^[0-9a-f]{40}$'),
  media_type text not null constraint brand_pictures_media_type check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null constraint brand_pictures_bytes check (length(bytes) between 1 and 1048576),
  uploaded_at timestamptz not null default app_now(),
  uploaded_by integer constraint brand_pictures_admin references admins(id)
);
