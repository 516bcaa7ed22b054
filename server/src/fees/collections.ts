import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * Adds what arrived from a merchant, or takes off what the chain took back, and decides anew which of its fees are
 * collected: the oldest that the money covers in full.
 */
export const assignCollections = async (tx: Tx, merchantId: number, arrivedSats = 0n) => {
  await sql`select assign_collections(${merchantId}, ${arrivedSats})`.execute(tx)
}

/** From the first sweep on, a booking sees the row that the sweep's confirmation will change. */
export const ensureCollections = async (tx: Tx, merchantId: number) => {
  await sql`insert into fee_collections (merchant_id) values (${merchantId}) on conflict do nothing`.execute(tx)
}

/** A fee whose payment was undone stays on record and counts no more; what it was paid with pays for the next ones. */
export const reverseFee = async (tx: Tx, transferId: bigint) => {
  await sql`select reverse_fee(${transferId}, ${tx.now})`.execute(tx)
}

/** Forgives more of a fee, or less. The merchant's money has to be assigned anew after the last of them. */
export const changeForgiven = async (tx: Tx, feeId: number, bySats: bigint) => {
  await sql`select change_forgiven(${feeId}, ${bySats})`.execute(tx)
}
