import { isRefused, msatsToSatsRoundedDown, parseMsats } from '@bitquay/btcpay'
import { sql } from 'kysely'
import { type Deps, mainEngineId } from '../deps.ts'
import { saveReceivedForInvoice } from '../loop-out/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { saveEngineNode, saveNodeLocal } from '../stores/index.ts'
import { saveReceived } from '../transactions/index.ts'

const mostAtOnce = 500

/**
 * Asks each of the platform's nodes, for the audit, what it received for its own booked payment hashes. This is a
 * different path from the booking of payments, so that the audit also notices a mistake there. A node that does not
 * answer is asked again before the next audit, and delays no other.
 */
export const checkNodePayments = async (deps: Pick<Deps, 'db' | 'engines'>): Promise<void> => {
  await Promise.all(deps.engines.all.map(({ id }) => checkNode(deps, id)))
}

const checkNode = async ({ db, engines }: Pick<Deps, 'db' | 'engines'>, engineId: number): Promise<void> => {
  const { serverLightning } = engines.of(engineId)
  const balance = await serverLightning.balance()
  if (balance.kind === 'ok') {
    const localSats = msatsToSatsRoundedDown(parseMsats(balance.value.offchain?.local ?? '0'))
    await saveEngineNode(db, engineId, localSats)
    if (engineId === mainEngineId) await saveNodeLocal(db, localSats)
  }
  for (const invoice of await findUncheckedInvoices(db, engineId, mostAtOnce)) {
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

/** An invoice of one of the platform's nodes whose received amount the audit checks. */
type NodeInvoice = { table: 'node_payments' | 'loop_out_invoices'; paymentHash: string; nodeInvoiceId: string }

/**
 * Bookings that were not yet compared with the node, and invoices of loop-outs that were given up: a payment of those
 * is noticed for a month.
 */
const findUncheckedInvoices = async (db: Db, engineId: number, most: number): Promise<NodeInvoice[]> => {
  const { rows } = await sql<NodeInvoice>`
    (select 'node_payments' as table, n.payment_hash, coalesce(l.node_invoice_id, a.node_invoice_id, n.payment_hash) as node_invoice_id
      from node_payments n left join loop_out_invoices l on l.payment_hash = n.payment_hash
        left join lnurl_invoices a on a.payment_hash = n.payment_hash and a.node = 'shared'
      where n.checked_at is null and n.engine_id = ${engineId} order by n.booked_at limit ${most})
    union all
    (select 'loop_out_invoices', l.payment_hash, l.node_invoice_id
      from loop_out_invoices l join lightning_loop_out_requests r on r.id = l.loop_out_id
      where r.engine_id = ${engineId} and r.payment_hash is distinct from l.payment_hash and coalesce(l.received_sats, 0) = 0
        and l.expires_at > app_now() - interval '30 days'
      order by l.checked_at nulls first limit ${most})`.execute(db)
  return rows
}

const save = (db: Db, { table, paymentHash }: NodeInvoice, receivedSats: bigint) =>
  table === 'node_payments'
    ? saveReceived(db, paymentHash, receivedSats)
    : saveReceivedForInvoice(db, paymentHash, receivedSats)
