import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { saveWorkFailure } from '../platform/workers/work-failures.ts'
import { findStore, openStore, type ReadyStore, runPerStore, withDeadline } from '../stores/index.ts'
import { takeOver } from './create-invoice.ts'
import { failInvoice, findUnfinished, holdInvoice, type InvoiceRow, leaseInvoice } from './table.ts'

/** Far beyond what a request to the engine may take: what is not there by now was never made. */
export const givenUpAfterMinutes = 10

/**
 * Invoices that the engine was asked for and whose answer did not come. The engine is asked whether it has one for our
 * order: then it is ours, with the addresses that may be paid; else, after a while, it has failed.
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

/** Throws when the engine does not tell: then the invoice waits for its next turn. */
export const finishInvoice = async (deps: Deps, invoice: InvoiceRow, isOld: boolean) => {
  const store = openStore(await findStore(deps.db, invoice.merchantId), deps.sealer)
  if (!store || !(await leaseInvoice(deps.db, invoice.id))) return
  await holdInvoice(deps.db, invoice.id, () => lookUp(deps, store, invoice, isOld))
}

const lookUp = async (deps: Deps, store: ReadyStore, invoice: InvoiceRow, isOld: boolean) => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const found = await client.invoices.list(store.storeId, { orderIds: [invoice.orderId], take: 1 })
  const [made] = unwrap(found)
  if (made) await takeOver(deps, store, invoice, made, { isLate: true })
  else if (isOld) await failInvoice(deps.db, invoice.id, 'The payment server never made this invoice.')
}

/** Brings invoices to an end that were left in the making. */
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
