-- A merchant's own BTCPay Server, or a Lightning node of its own, can tell of payments that never happened. Their fees are
-- owed and partners earn from them; but what partners withdraw are coins of the platform. So what comes from such payments
-- can be withdrawn only once the fees have been collected.

-- Whether a merchant's store is on another server than the platform's own store.
create function has_own_server(of_merchant integer) returns boolean language sql stable as $$
  select not exists (
    select from stores s join stores p on p.merchant_id is null and rtrim(p.server_url, '/') = rtrim(s.server_url, '/')
    where s.merchant_id = of_merchant)
$$;

alter table fee_transactions
  -- Nobody but the merchant's own server or node has told of the payment. Kept from the booking on: the store may move.
  add column told_by_merchant boolean not null default false;
-- Of earlier ones it is known where the store is now, and where it was moved to before.
update fee_transactions f set told_by_merchant = true
where (f.transaction_type = 'lightning' and (not f.processed or f.swept_by is not null))
  or (not f.processed and (has_own_server(f.merchant_id)
    or exists (select from act_log a where a.act = 'store-adopted' and a.merchant_id = f.merchant_id
      and not exists (select from stores p where p.merchant_id is null
        and rtrim(p.server_url, '/') = rtrim(a.detail ->> 'serverUrl', '/')))));
create index fee_transactions_uncollected on fee_transactions (merchant_id, transfer_id)
  where told_by_merchant and not processed and reversed_at is null;

-- What partners have earned by fees that only merchants told of and that are still to be collected. A merchant that owes
-- nothing and has nothing on its way has paid for all of them: a payment that was undone had paid for the next ones. The
-- `offset` has each fee's entries looked up: a planner that sees through it reads all that a partner ever earned.
create view uncollected_earnings as
  select e.partner_id, f.merchant_id, f.swept_by, e.amount_sats
  from fee_transactions f cross join lateral (
    select a.owner_id as partner_id, -x.amount_sats as amount_sats
    from ledger_entries x join ledger_accounts a on a.id = x.account_id
    where x.transfer_id = f.transfer_id and a.kind = 'earned' offset 0
  ) e
  where f.told_by_merchant and not f.processed and f.reversed_at is null
    and exists (
      select from ledger_accounts m join ledger_balances b on b.account_id = m.id
      where m.owner_kind = 'merchant' and m.owner_id = f.merchant_id and m.kind in ('fees-owed', 'collecting')
        and b.balance_sats > 0);
