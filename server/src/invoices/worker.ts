import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { saveWorkFailure } from '../platform/workers/work-failures.ts'
import { findStore, openStore, type ReadyStore, runPerStore, withDeadline } from '../stores/index.ts'
import { saveEngineInvoice } from './create-invoice.ts'
import { failInvoice, findUnfinished, holdInvoice, type InvoiceRow, leaseInvoice } from './table.ts'

/** Much longer than any request to the engine takes, so an invoice that is still missing was never created. */
export const givenUpAfterMinutes = 10

/**
 * Finishes invoices whose response from the engine was lost. If the engine has an invoice for our order, it is saved
 * with its addresses. Otherwise it fails after a while.
 */
export const finishInvoices = async (deps: Deps, most: number): Promise<number> => {
  const unfinished = await findUnfinished(deps.db, most, givenUpAfterMinutes)
  for (const { invoice, isOld } of unfinished) {
    await finishInvoice(deps, invoice, isOld).catch((error: unknown) =>
      saveWorkFailure(deps.db, 'finish-invoices', String(invoice.id), error),
    )
  }
  return unfinished.length
}

/** Throws if the engine gives no clear response. The invoice then waits for its next turn. */
export const finishInvoice = async (deps: Deps, invoice: InvoiceRow, isOld: boolean) => {
  const store = openStore(await findStore(deps.db, invoice.merchantId), deps.sealer)
  if (!store || !(await leaseInvoice(deps.db, invoice.id))) return
  await holdInvoice(deps.db, invoice.id, () => lookUp(deps, store, invoice, isOld))
}

const lookUp = async (deps: Deps, store: ReadyStore, invoice: InvoiceRow, isOld: boolean) => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const found = await client.invoices.list(store.storeId, { orderIds: [invoice.orderId], take: 1 })
  const [created] = unwrap(found)
  if (created) await saveEngineInvoice(deps, store, invoice, created, { isLate: true })
  else if (isOld) await failInvoice(deps.db, invoice.id, 'The payment server never created this invoice.')
}

/** Finishes invoices that were left in creation. */
export const finishUncertainInvoices = (deps: Deps): Worker =>
  runPerStore(deps.db, {
    name: 'finish-invoices',
    everyMs: 15_000,
    find: async (lane, most) => {
      const unfinished = await findUnfinished(deps.db, most, givenUpAfterMinutes, lane)
      return unfinished.map(({ invoice, isOld }) => ({
        key: String(invoice.id),
        work: (signal) => finishInvoice(withDeadline(deps, signal), invoice, isOld),
      }))
    },
  })
