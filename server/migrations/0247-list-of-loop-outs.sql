-- The list of loop-outs is read from the end of an index. Those of one merchant have one already.
create index loop_out_by_time on lightning_loop_out_requests (created_at, id);
create index loop_out_by_amount on lightning_loop_out_requests (lightning_balance_usd, id);
create index loop_out_by_status on lightning_loop_out_requests (status, created_at, id);
create index loop_out_by_address on lightning_loop_out_requests (on_chain_address text_pattern_ops);
-- The payment of a loop-out, which each row of the list shows.
create index sends_by_loop_out on sends (loop_out_id, id) where loop_out_id is not null;
