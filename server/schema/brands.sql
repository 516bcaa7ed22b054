-- How a merchant's customer pages look.

-- One row for each merchant that has changed something.
create table brands (
  merchant_id integer primary key constraint brands_merchant_id_fkey references merchants(id) on delete cascade,
  name text constraint brands_name check (length(name) between 1 and 120),
  color text constraint brands_color check (color ~ '^#[0-9a-f]{6}$'),
  logo_hash text,
  logo_purpose text not null default 'logo' constraint brands_logo_purpose check (logo_purpose = 'logo'),
  support_contact text constraint brands_support_contact check (length(support_contact) between 1 and 254),
  updated_at timestamptz not null default app_now(),
  constraint brands_logo foreign key (merchant_id, logo_purpose, logo_hash) references images(merchant_id, purpose, hash)
);
create index brands_with_name_problem on brands (merchant_id) where name_problem(name, null::text) is not null;
