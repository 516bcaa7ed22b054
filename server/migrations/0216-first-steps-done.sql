-- When everything a live platform needs was in place for the first time. From then on the first steps aren't shown again.
alter table platform add column first_steps_done_at timestamptz;
