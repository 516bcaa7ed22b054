import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export type MirroredCoin = { outpoint: string; address: string; amountSats: bigint; spendable: boolean }

/** Brings the mirror of a wallet's coins to what the engine listed; what did not change is not written. */
export const saveCoins = async (tx: Tx, storeRef: number, coins: readonly MirroredCoin[]) => {
  const listed = JSON.stringify(coins.map((coin) => ({ ...coin, amountSats: coin.amountSats.toString() })))
  await sql`
    with listed as (
      select * from jsonb_to_recordset(${listed}::jsonb)
        as c (outpoint text, address text, "amountSats" bigint, spendable boolean)
    ), gone as (
      delete from store_coins c where store_ref = ${storeRef} and not exists (select from listed l where l.outpoint = c.outpoint)
    )
    insert into store_coins as c (store_ref, outpoint, amount_sats, address, spendable)
    select ${storeRef}, outpoint, "amountSats", address, spendable from listed
    on conflict (store_ref, outpoint) do update set spendable = excluded.spendable
    where c.spendable <> excluded.spendable`.execute(tx)
}
