-- The network fee of a send from an old wallet is part of its amount, so the total doesn't contain it twice. The previous
-- release still calls the function without the last two values.
create function withdrawal_total(amount_usd numeric, network_fee_sats bigint, platform_fee_sats bigint, btc_price numeric,
  network_fee_from text, network_fee_reserve_sats bigint)
returns numeric language sql immutable parallel safe
  return amount_usd + round(coalesce(network_fee_sats, 0) * btc_price / 100000000, 2)
    + round(platform_fee_sats * btc_price / 100000000, 2)
    - case when network_fee_from = 'amount'
        then round(coalesce(network_fee_sats, network_fee_reserve_sats) * btc_price / 100000000, 2) else 0 end;
drop index withdrawals_by_net;
create index withdrawals_by_net on sends (merchant_id,
  withdrawal_total(amount_usd, network_fee_sats, platform_fee_sats, btc_price, network_fee_from, network_fee_reserve_sats), id)
  where kind = 'withdrawal';
