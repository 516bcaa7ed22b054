-- How a shop's pages and emails look to its customers, and the pictures that merchants upload.

-- Only what we encoded ourselves is stored. The hash of the bytes is the picture's public address.
create table images (
  merchant_id integer not null references merchants (id) on delete cascade,
  hash text not null constraint images_hash check (hash ~ '^[0-9a-f]{40}$'),
  purpose text not null constraint images_purpose check (purpose in ('logo', 'item')),
  media_type text not null constraint images_media_type check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null constraint images_bytes check (length(bytes) between 1 and 1048576),
  width integer not null,
  height integer not null,
  created_at timestamptz not null default app_now(),
  constraint images_unique primary key (merchant_id, purpose, hash)
);
create index images_by_hash on images (hash);

create table brands (
  merchant_id integer primary key references merchants (id) on delete cascade,
  name text constraint brands_name check (length(name) between 1 and 120),
  color text constraint brands_color check (color ~ '^#[0-9a-f]{6}$'),
  logo_hash text,
  logo_purpose text not null default 'logo' constraint brands_logo_purpose check (logo_purpose = 'logo'),
  support_contact text constraint brands_support_contact check (length(support_contact) between 1 and 254),
  updated_at timestamptz not null default app_now(),
  constraint brands_logo foreign key (merchant_id, logo_purpose, logo_hash) references images (merchant_id, purpose, hash)
);
