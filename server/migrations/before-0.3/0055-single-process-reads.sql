-- Our reads end after a few rows of an index. Where the planner expects more, it starts parallel workers or compiles the
-- query, and both take longer than the whole read. This is for the role that runs the platform, in this database only.
do $$
declare
  setting text;
begin
  foreach setting in array array['max_parallel_workers_per_gather = 0', 'jit = off'] loop
    execute format('alter role current_user in database %I set %s', current_database(), setting);
  end loop;
end
$$;
