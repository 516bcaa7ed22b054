import type { Tx } from '../platform/db/transaction.ts'

type NodePayment = { paymentHash: string; amountSats: bigint } & ({ transactionId: number } | { loopOutId: number })

/** Records that a payment to the platform's own node is booked. A hash that was booked before, for anything, violates the key. */
export const saveNodePayment = (tx: Tx, payment: NodePayment) => tx.insertInto('nodePayments').values(payment).execute()

/** The booking was undone. */
export const forgetNodePayment = (tx: Tx, transactionId: number) =>
  tx.deleteFrom('nodePayments').where('transactionId', '=', transactionId).execute()
