import type { Tx } from '../platform/db/transaction.ts'
import type { JoinedAnswer } from '../platform/http/answer-once.ts'
import type { OrderedOptions } from './options.ts'
import type { InvoiceRow } from './table.ts'

export type InvoiceOrder = OrderedOptions & {
  merchantId: number
  /** Null for a top-up invoice, which takes any amount. */
  amount: string | null
  currency: string
  description: string | undefined
  customerEmail: string | undefined
  customerName?: string | undefined
  paymentLinkId?: number | undefined
  /** How many of its link's thing it is for, if several. It takes as many places of the link. */
  linkQuantity?: number | undefined
  /** A date or a time. The invoice then gets an ID of ours, and the engine's invoices are attempts below it. */
  dueDate?: string | undefined
  createdBy: string
  idempotencyKey: string | undefined
  /** Runs in the transaction that saves the invoice. If it throws, no new invoice is created. An existing one stays. */
  admit?: ((tx: Tx, isThere: () => Promise<boolean>) => Promise<void>) | undefined
  /** Saves the answer to a request with an Idempotency-Key in the statement that saves the invoice. */
  joinAnswer?: ((row: InvoiceRow) => JoinedAnswer) | undefined
}
