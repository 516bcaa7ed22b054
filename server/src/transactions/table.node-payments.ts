import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type NodePayment = { paymentHash: string; amountSats: bigint } & ({ transactionId: number } | { loopOutId: number })

/** Records that a payment to the platform's own node is booked. A hash that was booked before, for anything, violates the key. */
export const saveNodePayment = (tx: Tx, payment: NodePayment) => tx.insertInto('nodePayments').values(payment).execute()

/** The booking was undone. */
export const forgetNodePayment = (tx: Tx, transactionId: number) =>
  tx.deleteFrom('nodePayments').where('transactionId', '=', transactionId).execute()

/** An invoice of the platform's node of which the audit wants to know what came. */
export type NodeInvoice = { table: 'node_payments' | 'loop_out_invoices'; paymentHash: string; nodeInvoiceId: string }

/**
 * What was booked and not yet compared with the node, and invoices of loop-outs that were given up: for a month a payment of
 * those would be noticed.
 */
export const findUncheckedInvoices = async (db: Db, most: number): Promise<NodeInvoice[]> => {
  const { rows } = await sql<NodeInvoice>`
    (select 'node_payments' as table, n.payment_hash, coalesce(l.node_invoice_id, n.payment_hash) as node_invoice_id
      from node_payments n left join loop_out_invoices l on l.payment_hash = n.payment_hash
      where n.checked_at is null order by n.booked_at limit ${most})
    union all
    (select 'loop_out_invoices', l.payment_hash, l.node_invoice_id
      from loop_out_invoices l join lightning_loop_out_requests r on r.id = l.loop_out_id
      where r.payment_hash is distinct from l.payment_hash and coalesce(l.received_sats, 0) = 0
        and l.expires_at > app_now() - interval '30 days'
      order by l.checked_at nulls first limit ${most})`.execute(db)
  return rows
}

export const saveReceived = async (db: Db, { table, paymentHash }: NodeInvoice, receivedSats: bigint) => {
  await sql`
    update ${sql.table(table)} set received_sats = ${receivedSats}, checked_at = app_now()
    where payment_hash = ${paymentHash}`.execute(db)
}

export const saveNodeLocal = async (db: Db, localSats: bigint) => {
  await sql`update engine_checks set node_local_sats = ${localSats}, node_read_at = app_now()`.execute(db)
}
