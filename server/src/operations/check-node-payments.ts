import { isRefused, msatsToSatsRoundedDown, parseMsats } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { findUncheckedInvoices, saveNodeLocal, saveReceived } from '../transactions/table.node-payments.ts'

const mostAtOnce = 500

/**
 * Asks the platform's node, for the audit, what it received for each payment hash that is booked there. This does not go
 * the way by which payments are booked, so that the audit also notices a mistake in that. A node that does not answer is
 * asked before the next audit.
 */
export const checkNodePayments = async ({ db, engines }: Pick<Deps, 'db' | 'engines'>): Promise<void> => {
  const { serverLightning } = engines.platform
  const balance = await serverLightning.balance()
  if (balance.kind === 'ok') {
    await saveNodeLocal(db, msatsToSatsRoundedDown(parseMsats(balance.value.offchain?.local ?? '0')))
  }
  for (const invoice of await findUncheckedInvoices(db, mostAtOnce)) {
    const found = await serverLightning.getInvoice(invoice.nodeInvoiceId)
    if (isRefused(found, 'invoice-not-found')) await saveReceived(db, invoice, 0n)
    else if (found.kind !== 'ok') return
    else if (found.value.paymentHash !== invoice.paymentHash || found.value.status !== 'Paid') {
      await saveReceived(db, invoice, 0n)
    } else {
      const { amountReceived, amount } = found.value
      await saveReceived(db, invoice, msatsToSatsRoundedDown(parseMsats(amountReceived ?? amount ?? '0')))
    }
  }
}
