-- Where a kind of plan is ruled out, PostgreSQL before 18 adds a huge cost to it. If it must be used all the same, as on a
-- table of one page, the statement counts as so dear that it is compiled first: a tenth of a second for a posting.
alter function keep_ledger() set jit = off;
alter function post_transfer(text, text, jsonb, numeric, bigint) set jit = off;
