import { presentPayment } from '../invoices/present-invoice.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { TransactionRow } from '../transactions/table.ts'
import { recordEvent } from '../webhooks/table.events.ts'

const eventOfChange = {
  received: 'payment.received',
  confirmed: 'payment.confirmed',
  reversed: 'payment.reversed',
} as const

/** Tells the merchant's programs of a payment: seen, counted, or taken back by the chain. */
export const tellOfPayment = (tx: Tx, row: TransactionRow, what: keyof typeof eventOfChange) => {
  const shown = presentPayment(row)
  const status = what === 'received' ? 'pending' : what === 'confirmed' ? 'confirmed' : shown.status
  return recordEvent(tx, row.merchantId, eventOfChange[what], { ...shown, status, invoiceId: row.invoiceId })
}
