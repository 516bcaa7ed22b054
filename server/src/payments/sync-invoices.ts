import { type BtcpayClient, type Outcome, parseMsats, satsToMsats, unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import {
  applyReading,
  type EnginePayment,
  type InvoiceReading,
  isUntouched,
  type Listed,
  listByOrder,
  markReadSoon,
  markUnchanged,
  type PaidFor,
  postponeReading,
  readReported,
  recordUnknown,
  splitIntoLists,
  toReading,
} from '../invoices/index.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { inSavepoint, type Tx } from '../platform/db/transaction.ts'
import { type ReadyStore, saveUnannounced, type WalletTransactionReading, writeToStore } from '../stores/index.ts'
import { paymentsChanged } from './facts.ts'
import { judgeEarly } from './judge-early.ts'
import { notifyPayments } from './notify-payment.ts'
import { areUnconfirmed, findIssuers, findUnbookedHashes, type ToSync, walletOf } from './queries.ts'
import type { BlockTimes } from './rate-attempt.ts'
import { recordInvoicePayments } from './record-payment.ts'

const readingsAtOnce = 4
/** Leaves some of a sync's time to the wallet, which pages of invoices would otherwise use up. */
const invoicesMs = 10_000

/** The store of a merchant that is synced, and its server. */
export type Sync = { deps: Deps; client: BtcpayClient; store: ReadyStore; merchantId: number }

export type InvoicesRead = {
  ids: string[]
  /** Whether one of them had a payment that wasn't saved. */
  hasPayments: boolean
  /** To be saved when the page with their payments is. */
  later: Readable[]
  /** The first that couldn't be read, in words. */
  problem: string | undefined
}

type Reason = {
  /** Those that a webhook named. */
  told: readonly string[]
  /** When it was decided to read them. What somebody else reads after that is newer than a list. */
  asOf: Date
  /** The page of the wallet that is saved after them. */
  page: readonly Pick<WalletTransactionReading, 'txid' | 'confirmations'>[]
  blockTimes: BlockTimes
}

/** What is left to be saved or read alone, with what a list showed of it. */
type Left = { item: ToSync; listed?: Listed }

/**
 * Reads invoices and saves what was read, a few at a time: those that a webhook named alone and at once, the others in
 * lists. One that cannot be read or saved stops nothing else.
 */
export const syncInvoices = async (
  sync: Sync,
  items: readonly ToSync[],
  { told, asOf, page, blockTimes }: Reason,
): Promise<InvoicesRead> => {
  const deadline = AbortSignal.timeout(invoicesMs)
  const reading = createConcurrencyLimit(readingsAtOnce)
  const read: InvoicesRead = { ids: [], hasPayments: false, later: [], problem: undefined }
  const postpone = async (item: ToSync, error: unknown) => {
    await postponeReading(sync.deps.db, sync.merchantId, item)
    read.problem ??= `Couldn’t sync invoice ${item.engineInvoiceId}: ${String(error)}`
  }
  const readOne = async ({ item, listed }: Left) => {
    if (deadline.aborted) return
    read.ids.push(item.engineInvoiceId)
    try {
      const readable = await readItem(sync, item, listed)
      if (!readable) return
      const settling = findSettling(readable, page)
      if (settling.length > 0) read.later.push(readable)
      else if (await saveReadable(sync, readable, blockTimes)) read.hasPayments = true
    } catch (error) {
      await postpone(item, error)
    }
  }
  const readTogether = async (list: readonly ToSync[]): Promise<Left[]> => {
    if (deadline.aborted) return []
    try {
      const { unchanged, left } = await syncList(sync, list, asOf)
      read.ids.push(...unchanged)
      return left
    } catch (error) {
      for (const item of list) await postpone(item, error)
      read.ids.push(...list.map(({ engineInvoiceId }) => engineInvoiceId))
      return []
    }
  }
  const isTold = ({ engineInvoiceId }: ToSync) => told.includes(engineInvoiceId)
  const readAll = (left: readonly Left[]) => Promise.all(left.map((one) => reading.run(() => readOne(one))))
  await Promise.all([
    readAll(items.filter(isTold).map((item) => ({ item }))),
    ...splitIntoLists(items.filter((item) => !isTold(item))).map(async (list) =>
      readAll(await reading.run(() => readTogether(list))),
    ),
  ])
  return read
}

/**
 * Reads a list of invoices in one call, and saves at once that nothing changed where nothing did. What the server leaves
 * out of the list, or if it can't list them, is left to be read alone.
 */
const syncList = async (
  sync: Sync,
  list: readonly ToSync[],
  asOf: Date,
): Promise<{ unchanged: ReadonlySet<string>; left: Left[] }> => {
  const { deps, client, store, merchantId } = sync
  if (list.length === 1) return { unchanged: new Set(), left: list.map((item) => ({ item })) }
  const listed = await listByOrder(client, store.storeId, list)
  if (isHopeless(listed)) unwrap(listed)
  const shown = listed.kind === 'ok' ? listed.value : new Map<string, never>()
  const plain = list.filter(({ attempt, pendingKeys = [] }) => !attempt && pendingKeys.length === 0)
  const untouched = plain.flatMap(({ engineInvoiceId }) => {
    const invoice = shown.get(engineInvoiceId)
    const snapshot = invoice && toReading(invoice, invoice.paymentMethods ?? []).snapshot
    return snapshot && isUntouched(snapshot) ? snapshot : []
  })
  const saved = untouched.length > 0 && writeToStore(deps, store, (tx) => markUnchanged(tx, merchantId, untouched))
  const unchanged = (await saved) || new Set<string>()
  const left = list.flatMap((item) => {
    if (unchanged.has(item.engineInvoiceId)) return []
    const invoice = shown.get(item.engineInvoiceId)
    return invoice ? { item, listed: { invoice, asOf } } : { item }
  })
  return { unchanged, left }
}

/** A server that doesn't answer would not answer for each of them, and neither without the permission. */
const isHopeless = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'unreachable' ||
  (outcome.kind === 'unknown' && ['timeout', 'connection-lost', 'aborted'].includes(outcome.reason)) ||
  (outcome.kind === 'refused' && [401, 403].includes(outcome.status))

/** What was read of an invoice, ready to be saved. */
type Readable = {
  item: ToSync
  reading: InvoiceReading
  paidFor: PaidFor
  isShared: (payment: EnginePayment) => boolean
}

const readItem = async (sync: Sync, item: ToSync, listed: Listed | undefined): Promise<Readable | undefined> => {
  const { deps, merchantId } = sync
  const reported = await readReported(sync, item, listed)
  if (!reported) {
    await recordUnknown(sync, item)
    return undefined
  }
  const { reading, paidFor } = reported
  const isShared = await findShared(sync, reading)
  if (!isShared) return undefined
  // A server that answers with another invoice could otherwise avoid the judgment of that one.
  const isEarly = item.isEarly || reading.snapshot.invoiceId !== item.engineInvoiceId
  return { item, reading: isEarly ? await judgeEarly(deps, merchantId, reading) : reading, paidFor, isShared }
}

/**
 * The transactions that settle an invoice and that this page of the wallet books. Saved before the page, the invoice would
 * be settled for a moment although nothing was paid and nothing could be refunded.
 */
const findSettling = ({ item, reading }: Readable, page: Reason['page']) => {
  const { status, additionalStatus } = reading.snapshot
  if (item.attempt || item.isEarly || status !== 'settled' || additionalStatus === 'marked') return []
  const txids = new Set(reading.payments.flatMap(({ txid, state }) => (state === 'settled' ? (txid ?? []) : [])))
  // One without a confirmation books nothing: after a reorganization, BTCPay goes on saying that the invoice is settled.
  return page.some(({ txid, confirmations }) => txids.has(txid) && confirmations === 0)
    ? []
    : page.filter(({ txid }) => txids.has(txid))
}

/** Returns whether a payment is new. */
const saveReadable = async (sync: Sync, readable: Readable, blockTimes: BlockTimes): Promise<boolean> =>
  (await writeToStore(sync.deps, sync.store, (tx) => writeReadable(tx, sync, readable, blockTimes))) === true

const writeReadable = async (
  tx: Tx,
  sync: Sync,
  { item, reading, paidFor, isShared }: Readable,
  blockTimes: BlockTimes,
): Promise<boolean> => {
  const { deps, store, merchantId } = sync
  const { publicUrl } = deps.config
  const { snapshot } = reading
  const record = () => recordInvoicePayments(tx, walletOf(sync), reading, isShared, paidFor, blockTimes)
  let isWaiting = false
  const judge = async () => {
    isWaiting = await waitsForBlock(tx, merchantId, item, reading)
    return isWaiting ? { ...snapshot, status: 'processing' as const } : snapshot
  }
  const { paid, isNew, needsRecount } = await applyReading(tx, publicUrl, sync, item, snapshot, record, judge)
  if (isWaiting) await markReadSoon(tx, merchantId, [item.engineInvoiceId])
  // A store without a webhook of ours can't announce anything.
  if (paid && store.webhookId !== null) await saveUnannounced(tx, store.id, snapshot.invoiceId)
  if (paid || needsRecount) await notifyPayments(tx, publicUrl, merchantId)
  if (isNew) await announce(tx, paymentsChanged, { merchantId })
  return paid
}

/**
 * BTCPay may say that an invoice is settled before its wallet lists the block. Until we have seen the block too, the invoice
 * is still being confirmed, and it is read again. One that was paid before follows the chain by itself.
 */
const waitsForBlock = async (
  tx: Tx,
  merchantId: number,
  { isEarly }: ToSync,
  { snapshot: { invoiceId, status, additionalStatus }, payments }: InvoiceReading,
): Promise<boolean> => {
  if (isEarly || status !== 'settled' || additionalStatus === 'marked') return false
  const keys = payments.flatMap(({ key, method, state }) => (method === 'on-chain' && state === 'settled' ? key : []))
  return keys.length > 0 && areUnconfirmed(tx, merchantId, invoiceId, keys)
}

/**
 * Saves what waited for the payments of a page, in the transaction that booked them. What can't be saved is read again by
 * the next sync and stops nothing else.
 */
export const saveLater = async (tx: Tx, sync: Sync, later: readonly Readable[], blockTimes: BlockTimes) => {
  for (const readable of later) {
    const isSaved = await inSavepoint(tx, () => writeReadable(tx, sync, readable, blockTimes))
    if (!isSaved) await markReadSoon(tx, sync.merchantId, [readable.item.engineInvoiceId])
  }
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
