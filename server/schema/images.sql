-- Pictures of merchants.

-- Only what we encoded ourselves is stored. The hash of the bytes is the picture's public address.
create table images (
  merchant_id integer not null constraint images_merchant_id_fkey references merchants(id) on delete cascade,
  hash text not null constraint images_hash check (hash ~ '^[0-9a-f]{40}$'),
  purpose text not null constraint images_purpose check (purpose in ('logo', 'item', 'link')),
  media_type text not null constraint images_media_type check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null constraint images_bytes check (length(bytes) between 1 and 1048576),
  width integer not null,
  height integer not null,
  created_at timestamptz not null default app_now(),
  constraint images_unique primary key (merchant_id, purpose, hash)
);
create index images_by_hash on images (hash);
