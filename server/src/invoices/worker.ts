import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { announceAll } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { saveWorkFailure } from '../platform/workers/work-failures.ts'
import { findStoreAt, findStoreOfRow, openStore, type ReadyStore, runPerStore, withDeadline } from '../stores/index.ts'
import { saveEngineInvoice } from './create-invoice.ts'
import { findByOrder } from './engine-invoice.ts'
import { invoiceOverdue } from './facts.ts'
import { findAttemptInEngine, saveEngineAttempt } from './open-invoice.ts'
import { refreshDueInvoices } from './refresh-due-invoices.ts'
import { type AttemptRow, failAttempt } from './table.attempts.ts'
import { dueDatesDueAt, findMerchantsToRecount, getInvoiceById, markOverdue } from './table.due.ts'
import { findUnfinished, holdLease, takeLease, unfinishedDueAt } from './table.leases.ts'
import { fillMissingRates } from './table.rates.ts'
import { failInvoice, type InvoiceRow } from './table.ts'

/**
 * Finishes invoices whose response from the engine was lost. If the engine has an invoice for our order, it is saved
 * with its addresses. Otherwise it fails after a while.
 */
export const finishInvoices = async (deps: Deps, most: number): Promise<number> => {
  const unfinished = await findUnfinished(deps.db, 'invoices', { worker: 'finish-invoices', most })
  for (const invoice of unfinished) {
    await finishInvoice(deps, invoice, invoice.isOld).catch((error: unknown) =>
      saveWorkFailure(deps.db, 'finish-invoices', String(invoice.id), error),
    )
  }
  return unfinished.length
}

/** Throws if the engine gives no clear response. The invoice then waits for its next turn. */
export const finishInvoice = async (deps: Deps, invoice: InvoiceRow, isOld: boolean) => {
  const store = openStore(await findStoreOfRow(deps.db, invoice), deps.sealer)
  if (!store || !(await takeLease(deps.db, 'invoices', invoice.id))) return
  await holdLease(deps.db, 'invoices', invoice.id, () => lookUp(deps, store, invoice, isOld))
}

const lookUp = async (deps: Deps, store: ReadyStore, invoice: InvoiceRow, isOld: boolean) => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const [created] = unwrap(await findByOrder(client, store.storeId, invoice))
  if (created) await saveEngineInvoice(deps, store, invoice, created, { isLate: true })
  else if (isOld) await failInvoice(deps.db, invoice.id, 'The payment server never created this invoice.')
}

/** Looks up an attempt whose response from the engine was lost. Nobody has seen its address yet. */
export const finishAttempt = async (deps: Deps, attempt: AttemptRow, isOld: boolean) => {
  const store = openStore(await findStoreAt(deps.db, attempt.merchantId, attempt), deps.sealer)
  if (!store || !(await takeLease(deps.db, 'invoice_attempts', attempt.id))) return
  const invoice = await getInvoiceById(deps.db, attempt.invoiceRef)
  const isSameStore = store.serverUrl === attempt.serverUrl && store.storeId === attempt.storeId
  const [created] = isSameStore ? unwrap(await findAttemptInEngine(deps, store, invoice, attempt)) : []
  if (created) await saveEngineAttempt(deps, store, invoice, attempt, created)
  else if (isOld || !isSameStore)
    await failAttempt(deps.db, attempt.id, 'The payment server never created this invoice.')
}

/** Finishes attempts that were left in creation. */
export const finishUncertainAttempts = (deps: Deps): Worker =>
  runPerStore(deps, {
    name: 'finish-attempts',
    everyMs: 15_000,
    due: unfinishedDueAt('invoice_attempts'),
    find: async (lane, most) => {
      const unfinished = await findUnfinished(deps.db, 'invoice_attempts', { worker: 'finish-attempts', most, lane })
      return unfinished.map((attempt) => ({
        key: String(attempt.id),
        work: (signal) => finishAttempt(withDeadline(deps, signal), attempt, attempt.isOld),
      }))
    },
  })

const overdueAtOnce = 100

/** Marks invoices that are unpaid after their due date, and announces each once. */
export const announceOverdue = (deps: Deps): Promise<number> =>
  inTransaction(deps.db, async (tx) => {
    const rows = await markOverdue(tx, overdueAtOnce)
    const { publicUrl } = deps.config
    const abouts = rows.map((row) => ({ row, publicUrl }))
    await announceAll(tx, invoiceOverdue, abouts)
    return rows.length
  })

/** Keeps invoices with a due date current. */
export const watchDueDates = (deps: Deps): Worker => ({
  name: 'watch-due-dates',
  everyMs: 5_000,
  due: dueDatesDueAt,
  run: async () => {
    await fillMissingRates(deps.db)
    for (const merchantId of await findMerchantsToRecount(deps.db, overdueAtOnce)) {
      await inTransaction(deps.db, (tx) => refreshDueInvoices(tx, deps.config.publicUrl, merchantId))
    }
    return (await announceOverdue(deps)) === overdueAtOnce
  },
})

/** Finishes invoices that were left in creation. */
export const finishUncertainInvoices = (deps: Deps): Worker =>
  runPerStore(deps, {
    name: 'finish-invoices',
    everyMs: 15_000,
    due: unfinishedDueAt('invoices'),
    find: async (lane, most) => {
      const unfinished = await findUnfinished(deps.db, 'invoices', { worker: 'finish-invoices', most, lane })
      return unfinished.map((invoice) => ({
        key: String(invoice.id),
        work: (signal) => finishInvoice(withDeadline(deps, signal), invoice, invoice.isOld),
      }))
    },
  })
