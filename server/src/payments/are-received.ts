import { parseMsats, satsToMsats } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import type { EnginePayment } from '../invoices/sync-invoice.ts'
import { findUnbookedHashes } from './lightning-hashes.ts'

/**
 * Whether all Lightning payments that a store on the shared node reports, and that are not booked yet, have come to that
 * node. What is booked there is our debt, so our own node is asked: the store may have been given another one since, and
 * that one could say anything.
 */
export const areReceived = async (
  deps: Deps,
  merchantId: number,
  payments: readonly EnginePayment[],
): Promise<boolean> => {
  const settled = payments.filter(({ method, state }) => method === 'lightning' && state === 'settled')
  if (settled.length === 0) return true
  const hashes = await findUnbookedHashes(
    deps.db,
    merchantId,
    settled.map(({ key }) => key),
  )
  if (hashes.isOthers) return false
  for (const { key, amountSats } of settled) {
    if (!hashes.unbooked.has(key)) continue
    const found = await deps.engines.platform.serverLightning.getInvoice(key)
    if (found.kind !== 'ok' || found.value.paymentHash !== key || found.value.status !== 'Paid') return false
    if (parseMsats(found.value.amountReceived ?? found.value.amount ?? '0') < satsToMsats(amountSats)) return false
  }
  return true
}
