import type { TransactionRow } from '../modules/transactions/save-incoming.ts'
import { recordEvent } from '../modules/webhooks/record-event.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Tells the merchant's programs of a payment: seen, counted, or taken back by the chain. */
export const tellOfPayment = (tx: Tx, row: TransactionRow, what: 'received' | 'confirmed' | 'reversed') =>
  recordEvent(tx, row.merchantId, `payment.${what}`, {
    id: row.engineKey,
    txid: row.txid,
    invoiceId: row.invoiceId,
    method: row.method,
    amountBtc: row.amount,
    amountUsd: row.amountUsd,
    status: what === 'received' ? 'pending' : what === 'confirmed' ? 'confirmed' : row.status,
    confirmations: row.confirmations,
    seenAt: row.seenAt.toISOString(),
  })
