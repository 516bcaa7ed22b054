-- Each change of a till may replace all of its items, and removed ones were kept for ever. The latest of them stay.
create index till_items_removed on till_items (till_id, id) where removed_at is not null;
