-- How a person wants to see the product: one row for each person who has changed anything. Views and hidden columns are
-- read and written as a whole and never searched, so they are JSON. The sizes are limits against abuse; the API's own
-- limits are lower.
create table preferences (
  person_kind text not null
    constraint preferences_person_kind check (person_kind in ('admin', 'merchant', 'merchant-user', 'partner')),
  person_id integer not null,
  time_zone text constraint preferences_time_zone check (length(time_zone) <= 64),
  shortcuts boolean not null default true,
  views jsonb not null default '[]'
    constraint preferences_views check (jsonb_typeof(views) = 'array' and pg_column_size(views) <= 300000),
  hidden_columns jsonb not null default '{}'
    constraint preferences_hidden_columns check (jsonb_typeof(hidden_columns) = 'object' and pg_column_size(hidden_columns) <= 50000),
  updated_at timestamptz not null default app_now(),
  constraint preferences_unique primary key (person_kind, person_id)
);

-- A deactivated person keeps them, a removed person does not.
create function delete_preferences() returns trigger language plpgsql as $$
begin
  delete from preferences where person_kind = tg_argv[0] and person_id = old.id;
  return null;
end
$$;
create trigger delete_preferences after delete on admins
  for each row execute function delete_preferences('admin');
create trigger delete_preferences after delete on merchants
  for each row execute function delete_preferences('merchant');
create trigger delete_preferences after delete on merchant_users
  for each row execute function delete_preferences('merchant-user');
create trigger delete_preferences after delete on partners
  for each row execute function delete_preferences('partner');
