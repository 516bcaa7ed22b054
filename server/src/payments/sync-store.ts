import { type BtcpayClient, BtcpayError, unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import {
  endUnknownInvoice,
  type InvoiceReading,
  lockInvoice,
  markAttemptsReadSoon,
  markAttemptUnknown,
  markAttemptUnread,
  markInvoiceUnknown,
  markInvoiceUnread,
  markReadSoon,
  publishInvoice,
  readBackInvoices,
  readInvoice,
  refuseImplausible,
  requestRecount,
  saveAttemptRead,
  saveInvoice,
} from '../invoices/index.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { recordSends } from '../sends/index.ts'
import {
  type Funds,
  findStoreToSync,
  type LockedStore,
  lockStoreAsRead,
  markSyncDue,
  openSeconds,
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
  saveUnannounced,
  saveWaiting,
  toWaiting,
  type WalletTransactionReading,
  type WebhookHints,
  withDeadline,
} from '../stores/index.ts'
import { askForOutputs } from './ask-for-outputs.ts'
import { emitPaymentChanges } from './book-received.ts'
import { judgeEarly } from './judge-early.ts'
import { notifyPayments } from './notify-payment.ts'
import {
  type AttemptToRead,
  activityOf,
  examinePage,
  findAttemptsToRead,
  findInvoicesToRead,
  findSyncWork,
  isSettled,
  type SyncWork,
  walletOf,
} from './queries.ts'
import { type BlockTimes, noBlockTimes } from './rate-attempt.ts'
import { readBlockTimes } from './read-block-times.ts'
import { findShared, type PaidFor, recordInvoicePayments } from './record-payment.ts'
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

type MerchantStore = ReadyStore & { merchantId: number }

/** What a sync works on. */
type Sync = {
  deps: Deps
  client: BtcpayClient
  store: MerchantStore
  merchantId: number
  hints: WebhookHints
  funds: Funds
  startedAt: number
  found: Found
}

/** What it has found so far. */
type Found = {
  /** The invoices that were read, each once in a sync. */
  read: Set<string>
  /** The transactions that the wallet showed. */
  shown: Set<string>
  newRows: number
  hasChanges: boolean
  /** Whether a transaction waits for its coin or label, or a payment for its outputs. */
  isUnexplained: boolean
  /** The first invoice that couldn't be read, in words. */
  problem: string | undefined
}

/**
 * Updates our tables to what the engine reports for a store: invoices with a webhook or that are due, and the wallet,
 * page by page. Each page is read first and then saved in its own transaction that locks the store, so that no payment
 * is booked twice and no transaction is long.
 */
export const syncStore = async (deps: Deps, storeRef: number, stop?: AbortSignal): Promise<void> => {
  const found = await findStoreToSync(deps.db, storeRef)
  const store = openStore(found?.store, deps.sealer)
  if (!found || !store) return
  const { hints, forgottenSince } = found
  const deadline = AbortSignal.timeout(syncMs)
  const either = stop ? AbortSignal.any([stop, deadline]) : deadline
  try {
    if (store.merchantId === null) await syncPlatform(stop ? withDeadline(deps, stop) : deps, store, hints)
    else {
      const limited = withDeadline(deps, either)
      const current = { ...store, merchantId: store.merchantId }
      // Before the wallet is read: a payment to an address that we don't know would be a deposit without a fee.
      if (forgottenSince && store.standing === 'current') await readBackInvoices(limited, current, forgottenSince)
      await sync(limited, current, hints, deadline)
    }
  } catch (error) {
    if (stop?.aborted) await markSyncDue(deps.db, store.id)
    else await saveSyncError(deps.db, store.id, explain(error, deadline))
    throw error
  }
}

const tooSlow = `The BTCPay Server was too slow. The sync took longer than ${syncMs / 1000} seconds.`

const explain = (error: unknown, deadline: AbortSignal): string =>
  deadline.aborted && error instanceof BtcpayError ? tooSlow : String(error)

const sync = async (deps: Deps, store: MerchantStore, hints: WebhookHints, deadline: AbortSignal) => {
  const startedAt = performance.now()
  const { merchantId } = store
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  if (hints.hookIds.length === 0 && (await syncQuiet(deps, client, store))) return
  const funds = unwrap(await readFunds(client, store.storeId))
  const found: Found = {
    ...{ read: new Set(), shown: new Set(), newRows: 0 },
    ...{ hasChanges: false, isUnexplained: false, problem: undefined },
  }
  const state: Sync = { deps, client, store, merchantId, hints, funds, startedAt, found }
  const history = await readHistory(state, deadline)
  if (!history.isCurrent) return
  if (!history.isFinished) {
    const node = store.lightning === 'own' ? await readNodeBalance(client, store.storeId) : undefined
    const isWritten = await write(state, async (tx) => {
      await finish(tx, state, history.limit)
      if (node?.kind === 'ok') await saveNodeBalance(tx, store.id, node.value)
    })
    if (!isWritten) return
  }
  await recordVanished(deps, client, store, merchantId, { ...funds, shown: found.shown })
  if (found.isUnexplained) await askForOutputs(deps, client, store, merchantId, funds.coins)
}

/** Saves that the store was synced: what its webhooks named has been read or is due. */
const finish = async (tx: Tx, state: Sync, limit: string | undefined, hasChanges = state.found.hasChanges) => {
  const { deps, store, merchantId, funds, hints, found } = state
  const unread = hints.invoiceIds.filter((id) => !found.read.has(id))
  if (unread.length > 0) {
    await markReadSoon(tx, merchantId, unread)
    await markAttemptsReadSoon(tx, merchantId, unread)
  }
  await saveSynced(tx, store.id, {
    merchantId,
    balanceSats: funds.balanceSats,
    activity: found.isUnexplained ? 'busy' : activityOf(store),
    quietSeconds: deps.config.syncQuietSeconds,
    hookIds: hints.hookIds,
    newRows: found.newRows,
    isSlow: performance.now() - state.startedAt > slowMs,
    note: found.problem ?? limit,
  })
  if (hasChanges || funds.balanceSats !== store.balanceSats) await emitPaymentChanges(tx, merchantId)
}

/** Page by page. The last page ends the sync in the same transaction, unless a merchant's own node is read before. */
const readHistory = async (state: Sync, deadline: AbortSignal) => {
  const { deps, client, store, hints, funds, found } = state
  let work: SyncWork | undefined
  let blockTimes = noBlockTimes
  let isFinished = false
  const steps: HistorySteps = {
    readPage: async (skip) => unwrap(await readPage(client, store.storeId, skip)),
    examine: async (page) => {
      work = await findSyncWork(deps.db, state, page, {
        told: hints.invoiceIds.filter((id) => !found.read.has(id)),
        addresses: found.shown.size === 0 ? funds.coins.map(({ address }) => address) : [],
      })
      found.newRows += work.unknown
      found.isUnexplained ||= work.hasOutputsDue
      return work
    },
    write: async (page, progress, isEnd) => {
      if (work) await syncInvoices(state, work)
      if (work?.mayBeLate) blockTimes = await readBlockTimes(state, page)
      if (work?.hasAttempts) await syncAttempts(state, blockTimes)
      const endsSync = isEnd && store.lightning !== 'own'
      const isWritten = await writePage(state, page, { progress, blockTimes, endsSync })
      isFinished = isWritten && endsSync
      return isWritten
    },
    hasTime: () => !deadline.aborted,
  }
  try {
    const history = await syncHistory(steps, { skip: store.historySkip, isComplete: store.historyComplete })
    return { ...history, isFinished }
  } catch (error) {
    // What was read before the deadline is saved, and the next sync continues from there.
    if (deadline.aborted && error instanceof BtcpayError && found.shown.size > 0) {
      return { isCurrent: true, limit: tooSlow, isFinished }
    }
    throw error
  }
}

/**
 * Reads only the newest transactions of a quiet wallet. If all of them are known and final, nothing can have changed,
 * and two of three requests are saved. Returns whether that was the case.
 */
const syncQuiet = async (deps: Deps, client: BtcpayClient, store: MerchantStore): Promise<boolean> => {
  const { merchantId } = store
  const wallet = walletOf({ store, merchantId })
  const isRead = store.syncedAt !== null && store.historyComplete && store.historySkip === null
  if (!isRead || store.syncPauseSeconds <= openSeconds || !(await isSettled(deps.db, wallet))) return false
  const due = await findInvoicesToRead(deps.db, wallet, { told: [], labelled: [], addresses: [] })
  if (due.length > 0 || (await findAttemptsToRead(deps.db, merchantId, store, [])).length > 0) return false
  const page = unwrap(await readPage(client, store.storeId, 0))
  if (!(await examinePage(deps.db, wallet, page)).isFinal) return false
  const node = store.lightning === 'own' ? await readNodeBalance(client, store.storeId) : undefined
  return write({ deps, store }, async (tx) => {
    await saveSynced(tx, store.id, {
      merchantId,
      balanceSats: store.balanceSats,
      activity: activityOf(store),
      quietSeconds: deps.config.syncQuietSeconds,
      hookIds: [],
    })
    if (node?.kind === 'ok') await saveNodeBalance(tx, store.id, node.value)
  })
}

/** Saves what was read of the store, unless the merchant has moved to another one in the meantime. */
const write = (
  { deps, store }: Pick<Sync, 'deps' | 'store'>,
  work: (tx: Tx, locked: LockedStore) => Promise<void>,
): Promise<boolean> =>
  writing.run(() =>
    inTransaction(deps.db, async (tx) => {
      const locked = await lockStoreAsRead(tx, store)
      if (!locked) return false
      await work(tx, locked)
      return true
    }),
  )

const writePage = async (
  state: Sync,
  page: readonly WalletTransactionReading[],
  { progress, blockTimes, endsSync }: { progress: HistoryProgress; blockTimes: BlockTimes; endsSync: boolean },
) => {
  const { deps, store, merchantId, funds, found } = state
  const isFirst = found.shown.size === 0
  let changed = false
  const isWritten = await write(state, async (tx, locked) => {
    if (isFirst) await saveCoins(tx, store.id, funds.coins)
    // Must run before the mirror, which would treat our own sends as somebody else's spending.
    const sent = await recordSends(tx, deps, store, page)
    const waiting = toWaiting(tx, locked)
    const wallet = { ...funds, transactions: page }
    changed = (await recordWallet(tx, deps, walletOf(state), wallet, { waiting, blockTimes })) || sent
    await saveWaiting(tx, store.id, locked, waiting)
    found.isUnexplained ||= waiting.size > 0
    await saveHistoryProgress(tx, store.id, locked, progress)
    if (changed) await notifyPayments(tx, deps.config.publicUrl, merchantId)
    if (endsSync) await finish(tx, state, undefined, found.hasChanges || changed)
  })
  for (const { txid } of page) found.shown.add(txid)
  found.hasChanges ||= isWritten && changed
  return isWritten
}

type Reading<Item> = {
  idOf: (item: Item) => string
  read: (item: Item) => Promise<void>
  /** It is due again later. */
  postpone: (item: Item) => Promise<unknown>
}

/** Reads each once in a sync, a few at a time. One that cannot be read or saved stops nothing else. */
const readEach = async <Item>({ found }: Sync, items: readonly Item[], { idOf, read, postpone }: Reading<Item>) => {
  const deadline = AbortSignal.timeout(invoicesMs)
  const reading = createConcurrencyLimit(readingsAtOnce)
  const readOne = async (item: Item) => {
    if (deadline.aborted) return
    found.read.add(idOf(item))
    try {
      await read(item)
    } catch (error) {
      await postpone(item)
      found.problem ??= `Couldn’t sync invoice ${idOf(item)}: ${String(error)}`
    }
  }
  const waiting = items.filter((item) => !found.read.has(idOf(item)))
  await Promise.all(waiting.map((item) => reading.run(() => readOne(item))))
}

/** Reads the invoices that are due or that appear in this page of the wallet. */
const syncInvoices = (state: Sync, { invoiceIds, pending, early }: SyncWork) =>
  readEach(state, invoiceIds, {
    idOf: (id) => id,
    read: (id) => syncInvoice(state, id, { pendingKeys: pending.get(id) ?? [], isEarly: early.has(id) }),
    postpone: (id) => markInvoiceUnread(state.deps.db, state.merchantId, id),
  })

const syncInvoice = async (state: Sync, invoiceId: string, known: { pendingKeys: string[]; isEarly: boolean }) => {
  const { deps, client, store, merchantId } = state
  const reading = unwrap(await readInvoice(client, store.storeId, invoiceId, known.pendingKeys))
  // A server that answers with another invoice could otherwise avoid the judgment of that one.
  const isEarly = known.isEarly || reading?.snapshot.invoiceId !== invoiceId
  if (reading) await writeInvoice(state, reading, isEarly)
  else await recordUnknownInvoice(deps, store, merchantId, invoiceId)
}

/** Reads attempts of invoices with a due date that are due or that a webhook named. */
const syncAttempts = async (state: Sync, blockTimes: BlockTimes) => {
  const { deps, merchantId, store, hints } = state
  await readEach(state, await findAttemptsToRead(deps.db, merchantId, store, hints.invoiceIds), {
    idOf: ({ engineInvoiceId }) => engineInvoiceId,
    read: (attempt) => syncAttempt(state, attempt, blockTimes),
    postpone: ({ id }) => markAttemptUnread(deps.db, id),
  })
}

const syncAttempt = async (state: Sync, attempt: AttemptToRead, blockTimes: BlockTimes) => {
  const { deps, client, store } = state
  const { engineInvoiceId } = attempt
  const readNow = async () => unwrap(await readInvoice(client, store.storeId, engineInvoiceId, []))
  let reading = await readNow()
  // The merchant closed the invoice, so nobody should pay this anymore.
  if (attempt.isClosed && reading?.snapshot.status === 'new') {
    unwrap(await client.invoices.mark(store.storeId, engineInvoiceId, 'Invalid'))
    reading = await readNow()
  }
  if (reading && reading.snapshot.invoiceId !== engineInvoiceId) throw new Error('it is another invoice')
  if (reading) await writeAttempt(state, attempt, reading, blockTimes)
  else await inTransaction(deps.db, (tx) => markAttemptUnknown(tx, attempt.id))
}

/** Payments count for the invoice above the attempt. */
const writeAttempt = async (state: Sync, attempt: AttemptToRead, reported: InvoiceReading, blockTimes: BlockTimes) => {
  const { deps, store, merchantId } = state
  const paidFor = { invoiceId: attempt.invoiceId, attemptId: attempt.id }
  const reading = await examine(state, reported, paidFor)
  const isShared = await findShared(state, reading)
  if (!isShared) return
  const { invoiceId, invoiceRef } = attempt
  await write(state, async (tx) => {
    await lockInvoice(tx, invoiceRef)
    const paid = await recordInvoicePayments(tx, walletOf(state), reading, isShared, paidFor, blockTimes)
    await saveAttemptRead(tx, attempt, invoiceId, reading.snapshot, store)
    if (paid) await saveUnannouncedPayment(tx, store, attempt.engineInvoiceId)
    if (paid || isChanged(attempt, reading)) {
      await requestRecount(tx, invoiceRef)
      await notifyPayments(tx, deps.config.publicUrl, merchantId)
      await emitPaymentChanges(tx, merchantId)
    }
  })
}

/** A partial payment changes the Lightning invoice. */
const isChanged = ({ status, lightningInvoice }: AttemptToRead, { snapshot }: InvoiceReading) =>
  status !== snapshot.status || lightningInvoice !== (snapshot.lightningInvoice ?? lightningInvoice)

/** Our own servers are believed. */
const examine = async ({ deps, store, merchantId }: Sync, reported: InvoiceReading, paidFor?: PaidFor) =>
  store.engineId === null ? refuseImplausible(deps.db, merchantId, reported, paidFor) : reported

const writeInvoice = async (state: Sync, reported: InvoiceReading, isEarly: boolean) => {
  const { deps, merchantId, store } = state
  const reading = await examine(state, reported)
  const isShared = await findShared(state, reading)
  if (!isShared) return
  const { snapshot } = isEarly ? await judgeEarly(deps, merchantId, reading) : reading
  await write(state, async (tx) => {
    // Payments first, so that the payment event is published before the event of its invoice.
    const paid = await recordInvoicePayments(tx, walletOf(state), reading, isShared)
    const moved = await saveInvoice(tx, deps.config.publicUrl, merchantId, snapshot, store)
    if (paid) await saveUnannouncedPayment(tx, store, snapshot.invoiceId)
    if (paid) await notifyPayments(tx, deps.config.publicUrl, merchantId)
    if (moved || paid) await emitPaymentChanges(tx, merchantId)
  })
}

/** A store without a webhook of ours can't announce anything. */
const saveUnannouncedPayment = async (tx: Tx, { id, webhookId }: ReadyStore, engineInvoiceId: string) => {
  if (webhookId !== null) await saveUnannounced(tx, id, engineInvoiceId)
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
