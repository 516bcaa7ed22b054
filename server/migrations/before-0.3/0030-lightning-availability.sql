-- Whose Lightning node a store uses (stores.lightning) and whether that node can be used now are two questions: a node may
-- go away and come back, and payments to its older invoices must still be booked as what they are.
alter table stores
  -- False while the last check found Lightning missing: new invoices do not ask for it.
  add column lightning_available boolean not null default true,
  add column lightning_due_at timestamptz not null default now();

create index stores_lightning_due on stores (lightning_due_at) where status = 'ready';
