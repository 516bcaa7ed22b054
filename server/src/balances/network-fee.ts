import { sql } from 'kysely'
import { assumedFeeRate, feeOf, toMilliRate, vbytesOf } from '../platform/bitcoin/network-fees.ts'
import type { Db } from '../platform/db/connect.ts'

/** No network has ever asked for this much for long: an engine that says so is broken, and would burn money. */
const highestFeeRate = 500

/** Satoshis per virtual byte, as the engine last told. */
export const findFeeRate = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ feeRate: string | null }>`
    select least(greatest(fee_rate, 1), ${highestFeeRate}) as fee_rate from engine_checks`.execute(db)
  return rows[0]?.feeRate ?? assumedFeeRate
}

/** How many of the largest free coins an amount needs; at least one. */
const countCoins = async (db: Db, storeRef: number, amountSats: bigint): Promise<number> => {
  const { rows } = await sql<{ coins: bigint }>`
    select count(*) + 1 as coins from (
      select sum(c.amount_sats) over (order by c.amount_sats desc, c.outpoint) as reached
      from store_coins c where c.store_ref = ${storeRef} and c.spendable
        and not exists (select from reserved_coins r where r.store_ref = c.store_ref and r.outpoint = c.outpoint and r.released_at is null)
    ) sums where reached < ${amountSats}`.execute(db)
  return Number(rows[0]?.coins ?? 1n)
}

/** What to set aside for the network when this amount leaves this wallet. */
export const estimateNetworkFee = async (db: Db, storeRef: number, amountSats: bigint) => {
  const feeRate = await findFeeRate(db)
  // One coin more than needed: the fee itself may take another.
  const coins = (await countCoins(db, storeRef, amountSats)) + 1
  return { feeRate, feeSats: feeOf(vbytesOf(coins), toMilliRate(feeRate)) }
}
