import { type BtcpayClient, parseMsats, satsToMsats } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import {
  applyReading,
  type EnginePayment,
  type InvoiceReading,
  postponeReading,
  readReported,
  recordUnknown,
} from '../invoices/index.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { type ReadyStore, saveUnannounced, writeToStore } from '../stores/index.ts'
import { paymentsChanged } from './facts.ts'
import { judgeEarly } from './judge-early.ts'
import { notifyPayments } from './notify-payment.ts'
import { findIssuers, findUnbookedHashes, type ToSync, walletOf } from './queries.ts'
import type { BlockTimes } from './rate-attempt.ts'
import { recordInvoicePayments } from './record-payment.ts'

const readingsAtOnce = 4
/** Leaves some of a sync's time to the wallet, which pages of invoices would otherwise use up. */
const invoicesMs = 10_000

/** The store of a merchant that is synced, and its server. */
export type Sync = { deps: Deps; client: BtcpayClient; store: ReadyStore; merchantId: number }

export type InvoicesRead = {
  ids: string[]
  /** The first that couldn't be read, in words. */
  problem: string | undefined
}

/** Reads invoices and saves what was read, a few at a time. One that cannot be read or saved stops nothing else. */
export const syncInvoices = async (
  sync: Sync,
  items: readonly ToSync[],
  blockTimes: BlockTimes,
): Promise<InvoicesRead> => {
  const deadline = AbortSignal.timeout(invoicesMs)
  const reading = createConcurrencyLimit(readingsAtOnce)
  const read: InvoicesRead = { ids: [], problem: undefined }
  const readOne = async (item: ToSync) => {
    if (deadline.aborted) return
    read.ids.push(item.engineInvoiceId)
    try {
      await syncInvoice(sync, item, blockTimes)
    } catch (error) {
      await postponeReading(sync.deps.db, sync.merchantId, item)
      read.problem ??= `Couldn’t sync invoice ${item.engineInvoiceId}: ${String(error)}`
    }
  }
  await Promise.all(items.map((item) => reading.run(() => readOne(item))))
  return read
}

const syncInvoice = async (sync: Sync, item: ToSync, blockTimes: BlockTimes) => {
  const { deps, store, merchantId } = sync
  const reported = await readReported(sync, item)
  if (!reported) return recordUnknown(sync, item)
  const { reading, paidFor } = reported
  const isShared = await findShared(sync, reading)
  if (!isShared) return
  // A server that answers with another invoice could otherwise avoid the judgment of that one.
  const isEarly = item.isEarly || reading.snapshot.invoiceId !== item.engineInvoiceId
  const { snapshot } = isEarly ? await judgeEarly(deps, merchantId, reading) : reading
  const { publicUrl } = deps.config
  await writeToStore(deps, store, async (tx) => {
    const record = () => recordInvoicePayments(tx, walletOf(sync), reading, isShared, paidFor, blockTimes)
    const { paid, isNew, needsRecount } = await applyReading(tx, publicUrl, sync, item, snapshot, record)
    // A store without a webhook of ours can't announce anything.
    if (paid && store.webhookId !== null) await saveUnannounced(tx, store.id, snapshot.invoiceId)
    if (paid || needsRecount) await notifyPayments(tx, publicUrl, merchantId)
    if (isNew) await announce(tx, paymentsChanged, { merchantId })
  })
}

/**
 * Tells which Lightning payments are on our shared node. Undefined while it has not received all that the store reports:
 * then nothing is saved, and it is read again until our node has the money.
 */
const findShared = async ({ deps, store, merchantId }: Sync, reading: InvoiceReading) => {
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
    deps,
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
