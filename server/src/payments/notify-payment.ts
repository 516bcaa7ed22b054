import { announce } from '../facts/index.ts'
import { findInvoices, invoiceUpdated, refreshDueInvoices } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { claimUnnotifiedPayments } from '../transactions/index.ts'
import { paymentCounted, paymentsChanged } from './facts.ts'

/**
 * Notifies the merchant's people of each payment that counts, in the transaction that books it. Invoices with a due date
 * are computed first.
 */
export const notifyPayments = async (tx: Tx, publicUrl: string, merchantId: number) => {
  await refreshDueInvoices(tx, publicUrl, merchantId)
  const payments = await claimUnnotifiedPayments(tx, merchantId)
  const invoiceIds = payments.flatMap(({ invoiceId }) => invoiceId ?? [])
  const invoices = await findInvoices(tx, merchantId, invoiceIds)
  for (const row of payments) {
    const invoice = invoices.get(row.invoiceId)
    await announce(tx, paymentCounted, { row, invoice, publicUrl })
    if (invoice) await announce(tx, invoiceUpdated, { row: invoice, publicUrl })
  }
}

/** Notifies the merchant's people and screens of a booked payment. */
export const announcePayment = async (tx: Tx, publicUrl: string, merchantId: number) => {
  await notifyPayments(tx, publicUrl, merchantId)
  await announce(tx, paymentsChanged, { merchantId })
}
