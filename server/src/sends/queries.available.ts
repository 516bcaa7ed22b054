import { sql } from 'kysely'
import { assumedFeeRate, feeOf, toMilliRate, vbytesOf } from '../platform/bitcoin/network-fees.ts'
import { inputVbytesOf, type OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import type { Db } from '../platform/db/connect.ts'

/** Fee rates never stayed this high for long. An engine that reports more is broken, and would waste money. */
const highestFeeRate = 500

/** Satoshis per virtual byte, as the engine last reported. */
export const findFeeRate = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ feeRate: string | null }>`
    select least(greatest(fee_rate, 1), ${highestFeeRate}) as fee_rate from engine_checks`.execute(db)
  return rows[0]?.feeRate ?? assumedFeeRate
}

/** How many of the largest free coins an amount needs, at least one. */
const countCoins = async (db: Db, storeRef: number, amountSats: bigint): Promise<number> => {
  const { rows } = await sql<{ coins: bigint }>`
    select count(*) + 1 as coins from (
      select sum(c.amount_sats) over (order by c.amount_sats desc, c.outpoint) as reached
      from store_coins c where c.store_ref = ${storeRef} and c.spendable
        and not exists (select from reserved_coins r where r.store_ref = c.store_ref and r.outpoint = c.outpoint and r.released_at is null)
    ) sums where reached < ${amountSats}`.execute(db)
  return Number(rows[0]?.coins ?? 1n)
}

/** Estimates the network fee to reserve when this amount leaves this wallet. */
export const estimateNetworkFee = async (db: Db, storeRef: number, amountSats: bigint) => {
  const feeRate = await findFeeRate(db)
  // Count one coin more than needed, because the fee itself may need another.
  const coins = (await countCoins(db, storeRef, amountSats)) + 1
  return { feeRate, feeSats: feeOf(await sizeOf(db, storeRef, coins), toMilliRate(feeRate)) }
}

const sizeOf = async (db: Db, storeRef: number, coins: number): Promise<bigint> => {
  const { rows } = await sql<{
    ownWallet: OwnWallet | null
  }>`select own_wallet from stores where id = ${storeRef}`.execute(db)
  return computeSize(coins, rows[0]?.ownWallet ?? null)
}

export const computeSize = (coins: number, ownWallet: OwnWallet | null): bigint =>
  ownWallet === null ? vbytesOf(coins) : vbytesOf(coins, inputVbytesOf(ownWallet))

export type Available = {
  spendableSats: bigint
  /** Fees that the merchant owes and must stay able to pay. */
  feesOwedSats: bigint
  /** Reserved for sends that are not signed yet. */
  heldSats: bigint
  /** What may still be sent, including the network fee. Never below zero. */
  freeSats: bigint
  /** The network fee when all of it is sent at once. */
  networkFeeSats: bigint
}

/**
 * What can leave a wallet now: coins that no signed send has taken, minus fees owed, minus what unsigned sends are
 * going to take, minus platform fees of sends on their way that are booked when they confirm.
 */
export const readAvailable = async (db: Db, storeRef: number): Promise<Available> => {
  const { rows } = await sql<
    Record<'spendable' | 'owed' | 'held' | 'coins', bigint> & { feeRate: string | null; ownWallet: OwnWallet | null }
  >`
    select s.own_wallet, (select least(greatest(fee_rate, 1), ${highestFeeRate}) from engine_checks) as fee_rate,
      (coalesce((select sum(c.amount_sats) from store_coins c where c.store_ref = s.id and c.spendable and ${isFree}), 0)
        + coalesce((select sum(v.change_sats) ${unseenChange}), 0))::bigint as spendable,
      (select count(*) from store_coins c where c.store_ref = s.id and c.spendable and ${isFree})
        + (select count(v.change_sats) ${unseenChange}) as coins,
      coalesce((select greatest(b.balance_sats, 0) from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = s.merchant_id and a.kind = 'fees-owed'), 0)::bigint as owed,
      coalesce((select sum(
          case when ${isUnbuilt}
            then amount_sats + case when network_fee_from = 'wallet' then network_fee_reserve_sats else 0 end else 0 end
          + platform_fee_sats)
        from sends x where x.store_ref = s.id and x.final_at is null and x.kind not in ('bump', 'cancel')
          and x.status in ('requested', 'signed', 'broadcast')), 0)::bigint as held
    from stores s where s.id = ${storeRef}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`there is no store ${storeRef}`)
  const freeSats = row.spendable - row.owed - row.held
  return {
    spendableSats: row.spendable,
    feesOwedSats: row.owed,
    heldSats: row.held,
    freeSats: freeSats > 0n ? freeSats : 0n,
    // Count one coin more than there are, as the fee estimate of a send does.
    networkFeeSats: feeOf(
      computeSize(Number(row.coins) + 1, row.ownWallet),
      toMilliRate(row.feeRate ?? assumedFeeRate),
    ),
  }
}

/** Which coins it spends isn't settled. Those of a PSBT are: it may come back signed at any time. */
const isUnbuilt = sql`(x.status = 'requested' and not exists (select from psbts p where p.send_id = x.id))`

/** Coins of a send whose coins aren't settled count as free, because its amount is already held. */
const isFree = sql`not exists (
  select from reserved_coins r join sends x on x.id = r.send_id
  where r.store_ref = c.store_ref and r.outpoint = c.outpoint and r.released_at is null and not ${isUnbuilt})`

/** Change of a payment that was just signed and that the last sync has not seen. It comes back with the broadcast. */
const unseenChange = sql`
  from sends x
    join lateral (select * from send_versions where send_id = x.id order by version desc limit 1) v on true
  where x.store_ref = s.id and x.final_at is null and x.status in ('signed', 'broadcast')
    and not exists (select from store_coins c where c.store_ref = s.id and c.outpoint = v.change_outpoint)
    and not exists (select from reserved_coins r where r.store_ref = s.id and r.outpoint = v.change_outpoint and r.released_at is null)`
