-- Postings became slower with every posting. Two causes: the index of reversals held all transfers, and was read from end
-- to end to look at those that reverse none; and a connection keeps the plan that it made on a young ledger, which reads
-- whole tables. The index holds reversals only now, and what is posted, always a few rows, is looked up one by one.
alter table ledger_transfers drop constraint ledger_transfers_reversed_once;
create unique index ledger_transfers_reversed_once on ledger_transfers (reverses) where reverses is not null;

alter function keep_ledger() set enable_seqscan = off;
alter function keep_ledger() set enable_hashjoin = off;
alter function keep_ledger() set enable_mergejoin = off;
alter function post_transfer(text, text, jsonb, numeric, bigint) set enable_seqscan = off;
alter function post_transfer(text, text, jsonb, numeric, bigint) set enable_hashjoin = off;
alter function post_transfer(text, text, jsonb, numeric, bigint) set enable_mergejoin = off;
