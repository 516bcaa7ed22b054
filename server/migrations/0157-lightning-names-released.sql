-- A name that its merchant gave up, or that an operator released, can be somebody else's. The row stays for its payments.
alter table lightning_addresses add column released_at timestamptz
  constraint lightning_addresses_released check (released_at is null or retired_at is not null);
create unique index lightning_addresses_name_held on lightning_addresses (name) where released_at is null;
alter table lightning_addresses drop constraint lightning_addresses_name_unique;
create index lnurl_invoices_paid_to on lnurl_invoices (address_id, paid_at) where paid_at is not null;

-- New names of a merchant in the last 30 days, which are few.
create table lightning_name_changes (
  merchant_id integer not null constraint lightning_name_changes_merchant references merchants,
  changed_at timestamptz not null default app_now()
);
create index lightning_name_changes_by_merchant on lightning_name_changes (merchant_id, changed_at);
