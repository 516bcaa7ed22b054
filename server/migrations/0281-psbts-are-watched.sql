-- A PSBT that was handed out can be signed and broadcast by anyone, at any time. A new one for the same refund spends a coin of
-- it, and its inputs are watched until another transaction has spent one of them for good.

-- The refund that it pays. All sends of one refund pay the same debt, so at most one of them may ever confirm. Null for refunds
-- of earlier releases, whose sends have no PSBT.
alter table sends add column refund_id integer constraint sends_refund references refunds(id);
create index sends_by_refund on sends (refund_id) where refund_id is not null;

-- The ended send whose PSBT this one makes worthless, by spending one of its coins back to the wallet.
alter table sends add column cancels integer constraint sends_cancels references sends(id);
create index sends_by_canceled on sends (cancels) where cancels is not null;
alter table sends drop constraint sends_kind;
alter table sends add constraint sends_kind
  check (kind in ('withdrawal', 'refund', 'payout', 'sweep', 'loop-out', 'bump', 'cancel')) not valid;
alter table sends validate constraint sends_kind;
alter table sends add constraint sends_canceled check ((kind = 'cancel') = (cancels is not null)) not valid;
alter table sends validate constraint sends_canceled;

-- The transaction that has spent one of its inputs, six blocks deep: this PSBT can never confirm anymore.
alter table psbts add column lost_to text;
-- When its inputs are looked at next. Null while its request is open or paid.
alter table psbts add column watch_at timestamptz;
create index psbts_watched on psbts (watch_at) where watch_at is not null and lost_to is null;
create index psbts_by_input on psbts using gin (inputs);
update psbts set watch_at = app_now() from sends s where s.id = send_id and s.status in ('failed', 'cancelled');
