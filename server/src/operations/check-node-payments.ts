import { isRefused, msatsToSatsRoundedDown, parseMsats } from '@bitquay/btcpay'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { saveReceivedForInvoice } from '../loop-out/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { saveNodeLocal } from '../status/index.ts'
import { saveReceived } from '../transactions/index.ts'

const mostAtOnce = 500

/**
 * Asks the platform's node, for the audit, what it received for each booked payment hash. This is a different path from
 * the booking of payments, so that the audit also notices a mistake there. A node that does not answer is asked again
 * before the next audit.
 */
export const checkNodePayments = async ({ db, engines }: Pick<Deps, 'db' | 'engines'>): Promise<void> => {
  const { serverLightning } = engines.platform
  const balance = await serverLightning.balance()
  if (balance.kind === 'ok') {
    await saveNodeLocal(db, msatsToSatsRoundedDown(parseMsats(balance.value.offchain?.local ?? '0')))
  }
  for (const invoice of await findUncheckedInvoices(db, mostAtOnce)) {
    const found = await serverLightning.getInvoice(invoice.nodeInvoiceId)
    if (isRefused(found, 'invoice-not-found')) await save(db, invoice, 0n)
    else if (found.kind !== 'ok') return
    else if (found.value.paymentHash !== invoice.paymentHash || found.value.status !== 'Paid') {
      await save(db, invoice, 0n)
    } else {
      const { amountReceived, amount } = found.value
      await save(db, invoice, msatsToSatsRoundedDown(parseMsats(amountReceived ?? amount ?? '0')))
    }
  }
}

/** An invoice of the platform's node whose received amount the audit checks. */
type NodeInvoice = { table: 'node_payments' | 'loop_out_invoices'; paymentHash: string; nodeInvoiceId: string }

/**
 * Bookings that were not yet compared with the node, and invoices of loop-outs that were given up: a payment of those
 * is noticed for a month.
 */
const findUncheckedInvoices = async (db: Db, most: number): Promise<NodeInvoice[]> => {
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

const save = (db: Db, { table, paymentHash }: NodeInvoice, receivedSats: bigint) =>
  table === 'node_payments'
    ? saveReceived(db, paymentHash, receivedSats)
    : saveReceivedForInvoice(db, paymentHash, receivedSats)
