-- When the automatic erasure last tried an account: those that can't be erased yet make room for the next ones.
alter table merchants add column erasure_tried_at timestamptz;
create index merchants_to_erase on merchants (erasure_tried_at nulls first, closed_at) where closed_at is not null and erased_at is null;
