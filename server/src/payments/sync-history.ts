import { pageSize, type WalletTransactionReading } from '../stores/index.ts'

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
export type PageKnowledge = { unknown: number; isFinal: boolean }

export type HistorySteps<Known extends PageKnowledge = PageKnowledge> = {
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

export type HistoryOutcome = { isCurrent: boolean; limit: string | undefined }

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
