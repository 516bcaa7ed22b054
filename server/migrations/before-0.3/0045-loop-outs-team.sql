-- A merchant may cancel its own loop-out request while it waits for an admin.
alter table lightning_loop_out_requests
  drop constraint loop_out_status,
  add constraint loop_out_status check (status in ('pending', 'executing', 'completed', 'rejected', 'cancelled'));

-- The address that a merchant was shown before its next loop-out, which that loop-out then pays. It belongs to one store: a
-- merchant that has connected another one must not be paid into the old wallet.
create table loop_out_addresses (
  merchant_id integer primary key constraint loop_out_addresses_merchant references merchants,
  server_url text not null,
  store_id text not null,
  address text not null
);

-- When a user of a store last became an admin: for a day after that they can't withdraw, as after other changes of security.
alter table merchant_users add column raised_at timestamptz;
