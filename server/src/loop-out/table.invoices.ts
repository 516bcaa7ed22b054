import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * How long after its expiry an invoice of ours could still be paid: a node that was down may hold an HTLC until its
 * last block (80 blocks with LND, about 13 hours). What has not arrived a day after the expiry never will.
 */
export const heldHtlcHours = 24

/** After this many days without a response from our own node, an admin may decide without it: the node is lost. */
export const lostNodeDays = 7

type NewInvoice = { invoiceId: string; bolt11: string; paymentHash: string; expirySeconds: number }

/** Saves the invoice once, before anything is paid. A second process continues with the first one's. */
export const saveInvoiceOnce = async (tx: Tx, id: number, { expirySeconds, ...invoice }: NewInvoice) => {
  const saved = await tx
    .updateTable('lightningLoopOutRequests')
    .set(invoice)
    .where('id', '=', id)
    .where('status', '=', 'executing')
    .where('firstLeg', '=', 'awaiting-payment')
    .where('paymentHash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (saved) await insertInvoice(tx, id, invoice, expirySeconds)
}

const insertInvoice = (tx: Tx, loopOutId: number, invoice: Omit<NewInvoice, 'expirySeconds'>, expirySeconds: number) =>
  tx
    .insertInto('loopOutInvoices')
    .values({
      paymentHash: invoice.paymentHash,
      loopOutId,
      nodeInvoiceId: invoice.invoiceId,
      expiresAt: sql<Date>`app_now() + make_interval(secs => ${expirySeconds})`,
    })
    .execute()

/** How long ago an invoice of ours expired, by the database's clock. */
export type Age = { isExpired: boolean; isPastHtlcs: boolean; isNodeLost: boolean }

export const getInvoiceAge = async (db: Db, paymentHash: string): Promise<Age> => {
  const { rows } = await sql<Age>`
    select expires_at <= app_now() as is_expired,
      expires_at + make_interval(hours => ${heldHtlcHours}) <= app_now() as is_past_htlcs,
      expires_at + make_interval(days => ${lostNodeDays}) <= app_now() as is_node_lost
    from loop_out_invoices where payment_hash = ${paymentHash}`.execute(db)
  const [age] = rows
  if (!age) throw new Error(`no loop-out has the invoice ${paymentHash}`)
  return age
}

/** Saves what arrived for the invoice of a loop-out, as our node reported it. */
export const saveReceivedForInvoice = async (db: Db, paymentHash: string, receivedSats: bigint) => {
  await sql`
    update loop_out_invoices set received_sats = ${receivedSats}, checked_at = app_now()
    where payment_hash = ${paymentHash}`.execute(db)
}
