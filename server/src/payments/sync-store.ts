import { type BtcpayClient, BtcpayError, parseMsats, satsToMsats, unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import {
  type EnginePayment,
  endUnknownInvoice,
  type InvoiceReading,
  markInvoiceUnknown,
  markInvoiceUnread,
  markReadSoon,
  publishInvoice,
  readInvoice,
  saveInvoice,
} from '../invoices/index.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { recordSends } from '../sends/index.ts'
import {
  type Funds,
  findStoreById,
  findWebhookHints,
  hasUnhandledHooks,
  lockStoreAsRead,
  markHandled,
  markSyncDue,
  openStore,
  type ReadyStore,
  readFunds,
  readNodeBalance,
  readPage,
  saveCoins,
  saveHistoryProgress,
  saveNodeBalance,
  saveSyncError,
  saveSynced,
  type WalletTransactionReading,
  withDeadline,
} from '../stores/index.ts'
import { notifyPayments } from './notify-payment.ts'
import {
  examinePage,
  findInvoicesToRead,
  findIssuers,
  findPendingKeys,
  findUnbookedHashes,
  hasOpenWork,
} from './queries.ts'
import { recordInvoicePayments } from './record-payment.ts'
import { recordVanished } from './record-vanished.ts'
import { recordWallet } from './record-wallet.ts'
import { type HistoryProgress, type HistorySteps, syncHistory } from './sync-history.ts'
import { syncPlatform } from './sync-platform.ts'

const readingsAtOnce = 4
/** Shorter than the claim on a store. What is not read in this time is read by the next sync. */
const syncMs = 20_000
/** Leaves some of that time to the wallet, which pages of invoices would otherwise use up. */
const invoicesMs = 10_000
/** A store that takes longer than this is moved to the slow lane. */
const slowMs = 5_000

/** Many stores may wait for their servers at once, but few of them write, so that requests find a free connection. */
const writing = createConcurrencyLimit(6)

/** What a sync has found so far. */
type Sync = {
  deps: Deps
  client: BtcpayClient
  store: ReadyStore
  merchantId: number
  funds: Funds
  read: Set<string>
  shown: Set<string>
  newRows: number
  changed: boolean
  problem: string | undefined
}

/**
 * Updates our tables to what the engine reports for a store: invoices with a webhook or that are due, and the wallet,
 * page by page. Each page is read first and then saved in its own transaction that locks the store, so that no payment
 * is booked twice and no transaction is long.
 */
export const syncStore = async (deps: Deps, storeRef: number, stop?: AbortSignal): Promise<void> => {
  const store = openStore(await findStoreById(deps.db, storeRef), deps.sealer)
  if (!store) return
  const deadline = AbortSignal.timeout(syncMs)
  const either = stop ? AbortSignal.any([stop, deadline]) : deadline
  try {
    if (store.merchantId === null) await syncPlatform(stop ? withDeadline(deps, stop) : deps, store)
    else await sync(withDeadline(deps, either), store, store.merchantId, deadline)
  } catch (error) {
    if (stop?.aborted) await markSyncDue(deps.db, store.id)
    else await saveSyncError(deps.db, store.id, explain(error, deadline))
    throw error
  }
}

const tooSlow = `The BTCPay Server was too slow. The sync took longer than ${syncMs / 1000} seconds.`

const explain = (error: unknown, deadline: AbortSignal): string =>
  deadline.aborted && error instanceof BtcpayError ? tooSlow : String(error)

const sync = async (deps: Deps, store: ReadyStore, merchantId: number, deadline: AbortSignal) => {
  const startedAt = performance.now()
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const hints = await findWebhookHints(deps.db, store.id)
  const funds = unwrap(await readFunds(client, store.storeId))
  const state: Sync = {
    ...{ deps, client, store, merchantId, funds },
    ...{ read: new Set(), shown: new Set(), newRows: 0, changed: false, problem: undefined },
  }
  const history = await readHistory(state, hints.invoiceIds, deadline)
  if (!history.isCurrent) return
  const node = store.lightning === 'own' ? await readNodeBalance(client, store.storeId) : undefined
  const isWritten = await write(state, async (tx) => {
    await markReadSoon(
      tx,
      merchantId,
      hints.invoiceIds.filter((id) => !state.read.has(id)),
    )
    await markHandled(tx, store.id, hints.hookIds)
    await saveSynced(tx, store.id, {
      balanceSats: funds.balanceSats,
      busy: await hasOpenWork(tx, merchantId),
      hookedMeanwhile: await hasUnhandledHooks(tx, store.id),
      newRows: state.newRows,
      isSlow: performance.now() - startedAt > slowMs,
      note: state.problem ?? history.limit,
    })
    if (node?.kind === 'ok') await saveNodeBalance(tx, store.id, node.value)
    if (state.changed || funds.balanceSats !== store.balanceSats) await emitPaymentChanges(tx, merchantId)
  })
  if (isWritten) await recordVanished(deps, client, store, merchantId, { ...funds, shown: state.shown })
}

const readHistory = async (state: Sync, hintedIds: readonly string[], deadline: AbortSignal) => {
  const { deps, client, store, merchantId } = state
  const steps: HistorySteps = {
    readPage: async (skip) => unwrap(await readPage(client, store.storeId, skip)),
    examine: async (page) => {
      const examined = await examinePage(deps.db, merchantId, page)
      state.newRows += examined.unknown
      return examined
    },
    write: async (page, progress) => {
      await syncInvoices(state, page, hintedIds)
      return writePage(state, page, progress)
    },
    hasTime: () => !deadline.aborted,
  }
  try {
    return await syncHistory(steps, { skip: store.historySkip, isComplete: store.historyComplete })
  } catch (error) {
    // What was read before the deadline is saved, and the next sync continues from there.
    if (deadline.aborted && error instanceof BtcpayError && state.shown.size > 0) {
      return { isCurrent: true, limit: tooSlow }
    }
    throw error
  }
}

/** Saves what was read of the store, unless the merchant has moved to another one in the meantime. */
const write = ({ deps, store }: Sync, work: (tx: Tx) => Promise<void>): Promise<boolean> =>
  writing.run(() =>
    inTransaction(deps.db, async (tx) => {
      if (!(await lockStoreAsRead(tx, store))) return false
      await work(tx)
      return true
    }),
  )

const writePage = async (state: Sync, page: readonly WalletTransactionReading[], progress: HistoryProgress) => {
  const { deps, store, merchantId, funds } = state
  const isFirst = state.shown.size === 0
  let changed = false
  const isWritten = await write(state, async (tx) => {
    if (isFirst) await saveCoins(tx, store.id, funds.coins)
    // Must run before the mirror, which would treat our own sends as somebody else's spending.
    const sent = await recordSends(tx, deps, store, page)
    changed = (await recordWallet(tx, merchantId, { ...funds, transactions: page })) || sent
    await saveHistoryProgress(tx, store.id, progress)
    if (changed) await notifyPayments(tx, deps.config.publicUrl, merchantId)
  })
  for (const { txid } of page) state.shown.add(txid)
  state.changed ||= isWritten && changed
  return isWritten
}

/** Reads the invoices that are due or that appear in this page of the wallet, each once in a sync. */
const syncInvoices = async (state: Sync, page: readonly WalletTransactionReading[], hinted: readonly string[]) => {
  const { deps, merchantId, funds, shown, read } = state
  const due = await findInvoicesToRead(deps.db, merchantId, {
    told: hinted.filter((id) => !read.has(id)),
    labelled: page.flatMap(({ invoiceIds }) => invoiceIds),
    addresses: shown.size === 0 ? funds.coins.map(({ address }) => address) : [],
  })
  const waiting = due.filter((id) => !read.has(id))
  const pending = await findPendingKeys(deps.db, merchantId, waiting)
  const deadline = AbortSignal.timeout(invoicesMs)
  const reading = createConcurrencyLimit(readingsAtOnce)
  const readOnce = async (id: string) => {
    if (deadline.aborted) return
    read.add(id)
    await syncInvoice(state, id, pending.get(id) ?? [])
  }
  await Promise.all(waiting.map((id) => reading.run(() => readOnce(id))))
}

/** An invoice that cannot be read or saved is due again later and stops nothing else. */
const syncInvoice = async (state: Sync, invoiceId: string, pendingKeys: readonly string[]) => {
  const { deps, client, store, merchantId } = state
  try {
    const reading = unwrap(await readInvoice(client, store.storeId, invoiceId, pendingKeys))
    if (reading) await writeInvoice(state, reading)
    else await recordUnknownInvoice(deps, store, merchantId, invoiceId)
  } catch (error) {
    await markInvoiceUnread(deps.db, merchantId, invoiceId)
    state.problem ??= `Couldn’t sync invoice ${invoiceId}: ${String(error)}`
  }
}

const writeInvoice = async (state: Sync, reading: InvoiceReading) => {
  const { deps, store, merchantId } = state
  const lightning = reading.payments.filter(({ method }) => method === 'lightning').map(({ key }) => key)
  const issuers = await findIssuers(deps.db, merchantId, lightning)
  // The store may have been given another node since: a payment is where its hash was issued.
  const isShared = ({ key }: EnginePayment) => (issuers.get(key) ?? store.lightning) === 'shared'
  // It is not saved and stays due: it is read again until our node has the money.
  if (!(await areReceived(deps, merchantId, reading.payments.filter(isShared)))) return
  await write(state, async (tx) => {
    // Payments first, so that the payment event is published before the event of its invoice.
    const paid = await recordInvoicePayments(tx, merchantId, reading, isShared)
    const moved = await saveInvoice(tx, deps.config.publicUrl, merchantId, reading.snapshot, store)
    if (paid) await notifyPayments(tx, deps.config.publicUrl, merchantId)
    if (moved || paid) await emitPaymentChanges(tx, merchantId)
  })
}

const emitPaymentChanges = async (tx: Parameters<typeof emitChange>[0], merchantId: number) => {
  for (const topic of ['transactions', 'invoices', 'balance'] as const)
    await emitChange(tx, `merchant:${merchantId}`, topic)
  await emitChange(tx, 'admin', 'transactions')
}

/**
 * Whether our shared node received all Lightning payments that a store on it reports and that are not booked yet. What
 * is booked there is our debt, so we ask our own node: the store may have been given another one since, which could
 * report anything.
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

/**
 * BTCPay does not know an invoice that it once created, for example after a restore from an older backup. We look for
 * it some more times, and then it ends by what we know of its payments. If it comes back, it is read like any other.
 */
export const recordUnknownInvoice = (deps: Deps, store: ReadyStore, merchantId: number, invoiceId: string) =>
  inTransaction(deps.db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return
    const noted = await markInvoiceUnknown(tx, merchantId, invoiceId)
    if (!noted?.isGone) return
    const ended = await endUnknownInvoice(tx, merchantId, invoiceId)
    if (!ended) return
    await publishInvoice(tx, deps.config.publicUrl, ended, ended.status === 'settled' ? 'settled' : 'invalid')
    await emitChange(tx, `merchant:${merchantId}`, 'invoices')
    await emitChange(tx, 'admin', 'system')
  })
