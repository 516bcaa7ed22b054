import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type NodePayment = { paymentHash: string; amountSats: bigint; engineId?: number } & (
  | { transactionId: number }
  | { loopOutId: number }
)

/**
 * Records that a payment to one of the platform's own nodes is booked, by default the main one. A hash that is already booked, for anything, violates
 * the key.
 */
export const saveNodePayment = (tx: Tx, payment: NodePayment) => tx.insertInto('nodePayments').values(payment).execute()

/** The booking was undone. */
export const forgetNodePayment = (tx: Tx, transactionId: number) =>
  tx.deleteFrom('nodePayments').where('transactionId', '=', transactionId).execute()

export const saveReceived = async (db: Db, paymentHash: string, receivedSats: bigint) => {
  await sql`
    update node_payments set received_sats = ${receivedSats}, checked_at = app_now()
    where payment_hash = ${paymentHash}`.execute(db)
}
