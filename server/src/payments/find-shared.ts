import { parseMsats, satsToMsats } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import type { EnginePayment, InvoiceReading } from '../invoices/index.ts'
import type { ReadyStore } from '../stores/index.ts'
import { findIssuers, findUnbookedHashes } from './queries.ts'

/**
 * Tells which Lightning payments are on our shared node. Undefined while it has not received all that the store reports:
 * then nothing is saved, and it is read again until our node has the money.
 */
export const findShared = async (
  { deps, store, merchantId }: { deps: Deps; store: ReadyStore; merchantId: number },
  reading: InvoiceReading,
) => {
  const lightning = reading.payments.filter(({ method }) => method === 'lightning').map(({ key }) => key)
  const issuers = await findIssuers(deps.db, merchantId, lightning)
  // The store may have been given another node since: a payment is where its hash was issued.
  const isShared = ({ key }: EnginePayment) => (issuers.get(key)?.node ?? store.lightning) === 'shared'
  const shared = reading.payments.filter(isShared).map((payment) => {
    const issuer = issuers.get(payment.key)
    // A hash that was never recorded is only believed if our node at the store's own address has it.
    const node = issuer ? deps.engines.getIssuer(issuer.serverUrl) : deps.engines.findNode(store.serverUrl)
    return { ...payment, node }
  })
  return (await areReceived(deps, merchantId, shared)) ? isShared : undefined
}

/**
 * Whether our shared nodes received all Lightning payments that a store on one of them reports and that are not booked
 * yet. What is booked there is our debt, so we ask our own node, the one that issued the hash: the store may have been
 * given another one since, which could report anything.
 */
export const areReceived = async (
  deps: Deps,
  merchantId: number,
  payments: readonly (EnginePayment & { node: ReturnType<Deps['engines']['findNode']> })[],
): Promise<boolean> => {
  const settled = payments.filter(({ method, state }) => method === 'lightning' && state === 'settled')
  if (settled.length === 0) return true
  const hashes = await findUnbookedHashes(
    deps.db,
    merchantId,
    settled.map(({ key }) => key),
  )
  if (hashes.isOthers) return false
  for (const { key, amountSats, node } of settled) {
    if (!hashes.unbooked.has(key)) continue
    const found = await node?.getInvoice(key)
    if (found?.kind !== 'ok' || found.value.paymentHash !== key || found.value.status !== 'Paid') return false
    if (parseMsats(found.value.amountReceived ?? found.value.amount ?? '0') < satsToMsats(amountSats)) return false
  }
  return true
}
