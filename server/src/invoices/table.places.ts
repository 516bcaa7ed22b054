import type { Tx } from '../platform/db/transaction.ts'

/** A BTCPay Server has a new address: what is to be paid at its stores moves along. */
export const moveServer = async (tx: Tx, before: string, after: string) => {
  for (const table of ['invoiceDestinations', 'invoiceAttempts', 'lnurlInvoices'] as const) {
    await tx.updateTable(table).set({ serverUrl: after }).where('serverUrl', '=', before).execute()
  }
}
