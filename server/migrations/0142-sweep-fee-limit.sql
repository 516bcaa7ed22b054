-- A sweep pays off what arrived and a part of its network fee. This is the most that may count of the fee, fixed when the
-- sweep is requested: nothing on a merchant's own server, whose figures nobody can verify. Sweeps of earlier releases have
-- none, and paid off their whole amount.
alter table sends
  add column network_fee_limit_sats bigint constraint sends_network_fee_limit check (network_fee_limit_sats >= 0);
