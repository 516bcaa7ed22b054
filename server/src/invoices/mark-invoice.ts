import { unwrap } from '@bitquay/btcpay'
import type { Actor } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore, findStoreOfRow, openStore } from '../stores/index.ts'
import { closeInvoice } from './close-invoice.ts'
import { invoiceMarkedInvalid, invoiceMarkedSettled } from './facts.ts'
import { findInvoice } from './queries.ts'
import { type InvoiceReading, readInvoice, saveInvoice } from './sync-invoice.ts'

/**
 * Marks an invoice that the engine left open as settled or invalid. Marking moves no money, because payments are booked
 * on their own. Marking it again is not refused, in case the first response was lost.
 */
export const markInvoice = async (
  deps: Deps,
  actor: Actor & { merchantId: number },
  invoiceId: string,
  status: 'settled' | 'invalid',
) => {
  const { merchantId } = actor
  const row = await findInvoice(deps.db, merchantId, invoiceId)
  // The engine doesn't know the ID of an invoice with a due date.
  if (row && row.dueAt !== null) {
    if (await closeInvoice(deps, row, { actor, to: status, fact: markedAs[status] })) return
    throw notMarkable(status)
  }
  const store = openStore(row ? await findStoreOfRow(deps.db, row) : await findStore(deps.db, merchantId), deps.sealer)
  // Nobody watches a store that the merchant has left for good.
  if (!store) throw row ? notMarkable(status) : new ApiError('not-configured')
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const marked = await client.invoices.mark(store.storeId, invoiceId, status === 'settled' ? 'Settled' : 'Invalid')
  if (marked.kind !== 'ok' && marked.kind !== 'refused') throw new ApiError('engine-unavailable', { cause: marked })
  const reading = unwrap(await readInvoice(client, store.storeId, invoiceId, []))
  if (marked.kind === 'refused' && !(reading?.snapshot.status === status && isMarked(reading))) {
    throw notMarkable(status)
  }
  await inTransaction(deps.db, async (tx) => {
    if (reading) await saveInvoice(tx, deps.config.publicUrl, merchantId, reading.snapshot, store)
    await announce(tx, markedAs[status], { id: invoiceId, merchantId }, { actor })
  })
}

const markedAs = { settled: invoiceMarkedSettled, invalid: invoiceMarkedInvalid }

const notMarkable = (status: 'settled' | 'invalid') =>
  new ApiError('invoice-not-markable', {
    message: `This invoice can’t be marked as ${status === 'settled' ? 'paid' : 'invalid'} anymore.`,
  })

const isMarked = ({ snapshot }: InvoiceReading) => snapshot.additionalStatus === 'marked'
