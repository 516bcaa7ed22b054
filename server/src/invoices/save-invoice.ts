import type { Tx } from '../platform/db/transaction.ts'
import { recordEvent } from '../webhooks/table.events.ts'
import { presentInvoice } from './present-invoice.ts'
import { findInvoice } from './queries.ts'
import { type InvoiceSnapshot, type InvoiceStatus, type Issuer, saveSnapshot } from './table.snapshots.ts'
import type { InvoiceRow } from './table.ts'

/** Writes down what the engine said of an invoice and tells the merchant's programs where it has got to. Answers whether people see anything new. */
export const saveInvoice = async (
  tx: Tx,
  publicUrl: string,
  merchantId: number,
  snapshot: InvoiceSnapshot,
  issuer: Issuer,
): Promise<boolean> => {
  const { seen, entered } = await saveSnapshot(tx, merchantId, snapshot, issuer)
  if (entered !== undefined && entered !== 'new') {
    const row = await findInvoice(tx, merchantId, snapshot.invoiceId)
    if (!row) throw new Error(`there is no invoice ${snapshot.invoiceId}`)
    await tellOfInvoice(tx, publicUrl, row, entered)
  }
  return seen
}

const eventOfStatus = {
  processing: 'invoice.processing',
  settled: 'invoice.settled',
  expired: 'invoice.expired',
  invalid: 'invoice.invalid',
} as const

export const tellOfInvoice = (tx: Tx, publicUrl: string, row: InvoiceRow, entered: Exclude<InvoiceStatus, 'new'>) =>
  recordEvent(tx, row.merchantId, eventOfStatus[entered], presentInvoice(row, publicUrl))
