-- The worker asks every second whether a merchant must be told that its loop-out has arrived.
create index loop_out_untold on lightning_loop_out_requests (id) where status = 'completed' and told_at is null;
