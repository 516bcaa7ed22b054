import { BtcpayError, unwrap } from '@bitquay/btcpay'
import { announce } from '../facts/index.ts'
import { mostAtOnce, readSoon } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { recordSends } from '../sends/index.ts'
import {
  type Funds,
  forgetFunds,
  pageSize,
  readFunds,
  readNodeBalance,
  readPage,
  saveCoins,
  saveHistoryProgress,
  saveNodeBalance,
  saveSynced,
  saveWaiting,
  toWaiting,
  type WalletTransactionReading,
  type WebhookHints,
  writeToStore,
} from '../stores/index.ts'
import { paymentsChanged } from './facts.ts'
import { notifyPayments } from './notify-payment.ts'
import { activityOf, findAttemptsToRead, findSyncWork, type SyncWork, walletOf } from './queries.ts'
import { type BlockTimes, noBlockTimes, readBlockTimes } from './rate-attempt.ts'
import { recordWallet } from './record-wallet.ts'
import { type Sync, saveLater, syncInvoices } from './sync-invoices.ts'

/** Shorter than the claim on a store. What is not read in this time is read by the next sync. */
export const syncMs = 20_000
export const tooSlow = `The BTCPay Server was too slow. The sync took longer than ${syncMs / 1000} seconds.`
/** A store that takes longer than this is moved to the slow lane. */
const slowMs = 5_000

export type WalletSync = Sync & { hints: WebhookHints; deadline: AbortSignal; startedAt: number }

/** Coins and balance of the wallet, read once in a sync, and only if something may have changed them. */
export type FundsReader = { read: () => Promise<Funds>; found: () => Funds | undefined }

type WithFunds = WalletSync & { funds: FundsReader }

/** What a page of the wallet brought. */
type FoundPage = {
  txids: string[]
  newRows: number
  /** The invoices that were read with it, each once in a sync. */
  invoiceIds: string[]
  blockTimes: BlockTimes
  hasChanges: boolean
  /** Whether a transaction waits for its coin or label, or a payment for its outputs. */
  isUnexplained: boolean
  /** Whether coins and balance had been read by then. */
  hasFunds: boolean
  /** Whether it, or an invoice read with it, brought anything that wasn't saved. */
  isNew: boolean
  /** Whether as many invoices were due as one sync reads. */
  hasMore: boolean
  /** The first invoice that couldn't be read, in words. */
  problem: string | undefined
}

/**
 * Updates our tables to what the engine reports for a merchant's wallet, page by page, and for the invoices that are due
 * or appear in it. Each page is read first and then saved in its own transaction that locks the store, so that no payment
 * is booked twice and no transaction is long. Undefined if the merchant has moved to another store in the meantime.
 */
export const syncWallet = async (given: WalletSync) => {
  const sync: WithFunds = { ...given, funds: createFundsReader(given) }
  const { isCurrent, isFinished, limit, pages } = await readHistory(sync)
  if (!isCurrent || !(isFinished || (await finishAlone(sync, pages, limit)))) return undefined
  return {
    funds: sync.funds,
    shown: new Set(pages.flatMap(({ txids }) => txids)),
    isUnexplained: pages.some(({ isUnexplained }) => isUnexplained),
  }
}

const createFundsReader = ({ client, store }: Sync): FundsReader => {
  let found: Funds | undefined
  const read = async () => (found ??= unwrap(await readFunds(client, store.storeId)))
  return { read, found: () => found }
}

/** Page by page. The last page ends the sync in the same transaction, unless a merchant's own node is read before. */
const readHistory = async (sync: WithFunds) => {
  const { client, store, deadline } = sync
  const pages: FoundPage[] = []
  let isFinished = false
  const steps: HistorySteps<SyncWork> = {
    readPage: async (skip) => unwrap(await readPage(client, store.storeId, skip)),
    examine: (page) => examine(sync, pages, page),
    write: async (page, work, progress, isEnd) => {
      const endsSync = isEnd && store.lightning !== 'own'
      const found = await syncPage(sync, pages, { page, work, progress, endsSync })
      if (found) pages.push(found)
      isFinished = found !== undefined && endsSync
      return found !== undefined
    },
    hasTime: () => !deadline.aborted,
  }
  try {
    const history = await syncHistory(steps, { skip: store.historySkip, isComplete: store.historyComplete })
    return { ...history, isFinished, pages }
  } catch (error) {
    // What was read before the deadline is saved, and the next sync continues from there.
    if (deadline.aborted && error instanceof BtcpayError && pages.length > 0) {
      return { isCurrent: true, limit: tooSlow, isFinished, pages }
    }
    throw error
  }
}

/** What to do with a page. Coins and balance are read with the first one that shows anything new. */
const examine = async (sync: WithFunds, before: readonly FoundPage[], page: Page): Promise<SyncWork> => {
  const { deps, hints, funds } = sync
  const told = leftOut(hints.invoiceIds, before)
  const examined = { transactions: page, isFirst: before.length === 0 }
  const work = await findSyncWork(deps.db, sync, examined, { told, addresses: [] })
  if (!work.isNew && !work.areFundsDue) return work
  const { coins } = await funds.read()
  // The label of a new transaction may come later than its coin, which names the invoice too.
  const unlabelled = new Set(page.flatMap(({ txid, invoiceIds }) => (invoiceIds.length === 0 ? txid : [])))
  const addresses = coins.flatMap(({ txid, address }) => (unlabelled.has(txid) ? address : []))
  return work.unknown === 0 || addresses.length === 0
    ? work
    : findSyncWork(deps.db, sync, examined, { told, addresses })
}

/** Which of these invoices were not read with any of the pages. */
const leftOut = (invoiceIds: readonly string[], pages: readonly FoundPage[]) =>
  invoiceIds.filter((id) => !pages.some((page) => page.invoiceIds.includes(id)))

type PageToSync = {
  page: Page
  work: SyncWork
  progress: HistoryProgress
  endsSync: boolean
}

const syncPage = async (
  sync: WithFunds,
  before: readonly FoundPage[],
  { page, work, progress, endsSync }: PageToSync,
): Promise<FoundPage | undefined> => {
  const { deps, store, merchantId, funds, hints } = sync
  const read = new Set(before.flatMap(({ invoiceIds }) => invoiceIds))
  const isUnread = ({ engineInvoiceId }: { engineInvoiceId: string }) => !read.has(engineInvoiceId)
  const reason = { told: hints.invoiceIds, asOf: work.at, page }
  const invoices = await syncInvoices(sync, work.invoices.filter(isUnread), { ...reason, blockTimes: noBlockTimes })
  for (const id of invoices.ids) read.add(id)
  const blockTimes = work.mayBeLate
    ? await readBlockTimes(deps, merchantId, page, funds.found()?.coins ?? [])
    : (before.at(-1)?.blockTimes ?? noBlockTimes)
  const due = work.hasAttempts ? await findAttemptsToRead(deps.db, merchantId, store, hints.invoiceIds) : []
  const attempts = await syncInvoices(sync, due.filter(isUnread), { ...reason, blockTimes })
  const readNow = funds.found()

  return writeToStore(deps, store, async (tx, locked) => {
    if (readNow && !before.some(({ hasFunds }) => hasFunds)) {
      await saveCoins(tx, store.id, readNow.coins)
      // The balance is saved at the end. If this sync doesn't get there, the next one reads it again.
      if (!endsSync) await forgetFunds(tx, store.id)
    }
    // Must run before the mirror, which would treat our own sends as somebody else's spending.
    const sent = await recordSends(tx, deps, store, page)
    const waiting = toWaiting(tx, locked)
    const wallet = { coins: readNow?.coins ?? [], transactions: page }
    const changed = await recordWallet(tx, deps, walletOf(sync), wallet, { waiting, blockTimes })
    await saveLater(tx, sync, invoices.later, noBlockTimes)
    await saveWaiting(tx, store.id, locked, waiting)
    await saveHistoryProgress(tx, store.id, locked, progress)
    const found = {
      txids: page.map(({ txid }) => txid),
      newRows: work.unknown,
      invoiceIds: [...invoices.ids, ...attempts.ids],
      blockTimes,
      hasChanges: changed || sent,
      isUnexplained: work.hasOutputsDue || waiting.size > 0,
      hasFunds: readNow !== undefined,
      // BTCPay may list a payment of an invoice, and its coin, later than the invoice does.
      isNew: work.isNew || invoices.hasPayments || attempts.hasPayments,
      hasMore: Math.max(work.invoices.length, due.length) >= mostAtOnce,
      problem: invoices.problem ?? attempts.problem,
    }
    if (found.hasChanges) await notifyPayments(tx, deps.config.publicUrl, merchantId)
    if (endsSync) await finish(tx, sync, [...before, found], undefined)
    return found
  })
}

/** Saves that the store was synced: what its webhooks named has been read or is due. */
const finish = async (tx: Tx, sync: WithFunds, pages: readonly FoundPage[], limit: string | undefined) => {
  const { deps, store, merchantId, funds, hints } = sync
  await readSoon(tx, merchantId, leftOut(hints.invoiceIds, pages))
  const balanceSats = funds.found()?.balanceSats ?? store.balanceSats
  await saveSynced(tx, store.id, {
    merchantId,
    balanceSats,
    isWalletNew: pages.some(({ isNew }) => isNew),
    areFundsRead: funds.found() !== undefined,
    activity: pages.some((page) => page.isUnexplained || page.hasMore) ? 'busy' : activityOf(sync),
    quietSeconds: deps.config.syncQuietSeconds,
    hookIds: hints.hookIds,
    newRows: pages.reduce((sum, { newRows }) => sum + newRows, 0),
    isSlow: performance.now() - sync.startedAt > slowMs,
    note: pages.find(({ problem }) => problem !== undefined)?.problem ?? limit,
  })
  const hasChanges = pages.some((page) => page.hasChanges)
  if (hasChanges || balanceSats !== store.balanceSats) await announce(tx, paymentsChanged, { merchantId })
}

const finishAlone = async (sync: WithFunds, pages: readonly FoundPage[], limit: string | undefined) => {
  const nodeSats = await readOwnNode(sync)
  return writeToStore(sync.deps, sync.store, async (tx) => {
    await finish(tx, sync, pages, limit)
    if (nodeSats !== undefined) await saveNodeBalance(tx, sync.store.id, nodeSats)
    return true
  })
}

/** What a merchant's own node has. Undefined for a shared one, and for one that can't be read now. */
export const readOwnNode = async ({ client, store }: Sync): Promise<bigint | undefined> => {
  if (store.lightning !== 'own') return undefined
  const node = await readNodeBalance(client, store.storeId)
  return node.kind === 'ok' ? node.value : undefined
}

type Page = readonly WalletTransactionReading[]

/** How far the history of a wallet has been read. */
export type HistoryProgress = {
  /** Where the older part continues, counted from the newest transaction. */
  skip: number | null
  /** Whether every older transaction is known. */
  isComplete: boolean
}

/**
 * What we know of a page before it is saved: how many of its transactions are new, and whether all are too deep to
 * change.
 */
type PageKnowledge = { unknown: number; isFinal: boolean }

type HistorySteps<Known extends PageKnowledge = PageKnowledge> = {
  readPage: (skip: number) => Promise<Page>
  examine: (page: Page) => Promise<Known>
  /**
   * Saves a page and the progress in one transaction. `isEnd` says that nothing is left to read. Returns false when the
   * store is no longer the one that was read.
   */
  write: (page: Page, known: Known, progress: HistoryProgress, isEnd: boolean) => Promise<boolean>
  /** Whether there is time for another page. */
  hasTime: () => boolean
}

type HistoryOutcome = { isCurrent: boolean; limit: string | undefined }

/** For each sync: pages from the newest on, and pages of the older history. */
export const headPages = 25
export const olderPages = 25
/** Transactions beyond this depth are not read, so that no wallet is endless. */
export const deepestRow = 200_000

/**
 * Reads the history of a wallet, newest first, until a page contains nothing that could change. Each page is saved
 * before the next is read. A history longer than one sync may read continues in the next sync.
 */
export const syncHistory = async <Known extends PageKnowledge>(
  steps: HistorySteps<Known>,
  start: HistoryProgress,
): Promise<HistoryOutcome> => {
  const head = await syncHead(steps, start)
  if (!head.isCurrent || head.progress.skip === null) return { isCurrent: head.isCurrent, limit: undefined }
  return syncOlder(steps, head.progress.skip, head.progress.isComplete)
}

const syncHead = async <Known extends PageKnowledge>(steps: HistorySteps<Known>, start: HistoryProgress) => {
  let newRows = 0
  for (let number = 0; ; number++) {
    const page = await steps.readPage(number * pageSize)
    const known = await steps.examine(page)
    const { unknown, isFinal } = known
    newRows += unknown
    const isEnd = page.length < pageSize
    const isLast = isEnd || isFinal || number + 1 === headPages || (number > 0 && !steps.hasTime())
    const progress = progressBelow(start, {
      reached: (number + 1) * pageSize,
      isEnd,
      isFinal,
      // If we stop here, the new transactions above may continue below.
      mayHideUnknown: isLast ? unknown > 0 : newRows > 0,
    })
    if (!(await steps.write(page, known, progress, isLast && progress.skip === null)))
      return { isCurrent: false, progress }
    if (isLast) return { isCurrent: true, progress }
  }
}

type Reached = { reached: number; isEnd: boolean; isFinal: boolean; mayHideUnknown: boolean }

/** What is known of the transactions below a page. */
const progressBelow = (start: HistoryProgress, page: Reached): HistoryProgress => {
  if (page.isEnd) return { skip: null, isComplete: true }
  if (page.isFinal && start.isComplete) return start
  if (!page.isFinal && page.mayHideUnknown) return { skip: page.reached, isComplete: false }
  return { skip: start.skip ?? page.reached, isComplete: start.isComplete }
}

const syncOlder = async <Known extends PageKnowledge>(
  steps: HistorySteps<Known>,
  from: number,
  isComplete: boolean,
): Promise<HistoryOutcome> => {
  // One page back, since replaced transactions have moved the older ones up.
  let skip = Math.max(0, from - pageSize)
  for (let number = 0; number < olderPages && steps.hasTime(); number++) {
    const page = await steps.readPage(skip)
    const known = await steps.examine(page)
    skip += pageSize
    const isDone = page.length < pageSize || skip >= deepestRow || (isComplete && known.isFinal)
    const progress = isDone ? { skip: null, isComplete: true } : { skip, isComplete }
    const isSaved = await steps.write(page, known, progress, false)
    if (!isSaved || isDone) return { isCurrent: isSaved, limit: isDone ? tooDeep(skip) : undefined }
  }
  return { isCurrent: true, limit: `Loading older transactions: ${skip} so far. The next sync continues.` }
}

const tooDeep = (skip: number) =>
  skip >= deepestRow ? `Only the newest ${deepestRow} transactions are synced.` : undefined
