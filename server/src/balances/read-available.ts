import { sql } from 'kysely'
import { assumedFeeRate, feeOf, toMilliRate, vbytesOf } from '../platform/bitcoin/network-fees.ts'
import type { Db } from '../platform/db/connect.ts'

export type Available = {
  spendableSats: bigint
  /** What the merchant owes and must stay able to pay. */
  feesOwedSats: bigint
  /** What was promised and is not signed yet. */
  heldSats: bigint
  /** What may still be sent, the network's fee included; never below zero. */
  freeSats: bigint
  /** What the network asks for when all of it is sent at once. */
  networkFeeSats: bigint
}

/**
 * What can leave a wallet now: coins that no signed send has taken, less fees owed, less what unsigned sends are going to
 * take, less platform fees of sends on their way that are booked when they confirm.
 */
export const readAvailable = async (db: Db, storeRef: number): Promise<Available> => {
  const { rows } = await sql<Record<'spendable' | 'owed' | 'held' | 'coins', bigint> & { feeRate: string | null }>`
    select (select fee_rate from engine_checks) as fee_rate,
      (coalesce((select sum(c.amount_sats) from store_coins c where c.store_ref = s.id and c.spendable and ${isFree}), 0)
        + coalesce(${unseenChange}, 0))::bigint as spendable,
      (select count(*) from store_coins c where c.store_ref = s.id and c.spendable and ${isFree}) as coins,
      coalesce((select greatest(b.balance_sats, 0) from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = s.merchant_id and a.kind = 'fees-owed'), 0)::bigint as owed,
      coalesce((select sum(
          case when status = 'requested'
            then amount_sats + case when network_fee_from = 'wallet' then network_fee_reserve_sats else 0 end else 0 end
          + platform_fee_sats)
        from sends where store_ref = s.id and final_at is null and kind <> 'bump'
          and status in ('requested', 'signed', 'broadcast')), 0)::bigint as held
    from stores s where s.id = ${storeRef}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`there is no store ${storeRef}`)
  const freeSats = row.spendable - row.owed - row.held
  return {
    spendableSats: row.spendable,
    feesOwedSats: row.owed,
    heldSats: row.held,
    freeSats: freeSats > 0n ? freeSats : 0n,
    // One coin more than there are, as whoever sends reckons too.
    networkFeeSats: feeOf(vbytesOf(Number(row.coins) + 1), toMilliRate(row.feeRate ?? assumedFeeRate)),
  }
}

/** Coins of a send that is only about to be signed are covered by its hold. */
const isFree = sql`not exists (
  select from reserved_coins r join sends x on x.id = r.send_id
  where r.store_ref = c.store_ref and r.outpoint = c.outpoint and r.released_at is null and x.status <> 'requested')`

/** Change of a payment that has just left, which the mirror has not seen: it comes back with the broadcast. */
const unseenChange = sql`(
  select sum(v.change_sats) from sends x
    join lateral (select * from send_versions where send_id = x.id order by version desc limit 1) v on true
  where x.store_ref = s.id and x.final_at is null and x.status in ('signed', 'broadcast')
    and not exists (select from store_coins c where c.store_ref = s.id and c.outpoint = v.change_outpoint)
    and not exists (select from reserved_coins r where r.store_ref = s.id and r.outpoint = v.change_outpoint and r.released_at is null))`
