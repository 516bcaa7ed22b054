import type { Checkout, Invoice } from '@bitquay/contract/invoices'
import { sql } from 'kysely'
import { listInvoicePayments, presentInvoice } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'

/** Medium speed: an invoice is settled when its payments have one confirmation. */
const confirmationsNeeded = 1

/** Reads what the customer sees of an invoice, without a request to the engine. */
export const readCheckout = async (db: Db, invoiceId: string, publicUrl: string): Promise<Checkout | undefined> => {
  const row = await db
    .selectFrom('invoices')
    .innerJoin('merchants', 'merchants.id', 'invoices.merchantId')
    .selectAll('invoices')
    .select(['merchants.storeName', sql<Date>`app_now()`.as('now')])
    .where('invoices.invoiceId', '=', invoiceId)
    .executeTakeFirst()
  if (!row) return undefined
  const shown = forCustomers(presentInvoice(row, publicUrl))
  const payments = await listInvoicePayments(db, invoiceId)
  return {
    ...shown,
    storeName: row.storeName,
    rate: row.btcPrice,
    now: row.now.toISOString(),
    confirmationsNeeded,
    confirmedInBlock: lastBlockOf(payments),
    emailOnFile: row.customerEmail !== null,
    payments: payments.map((payment) => ({
      method: payment.method,
      txid: payment.txid,
      amountBtc: payment.amount,
      confirmations: payment.confirmations,
      blockHeight: payment.blockHeight,
      status: payment.status,
      seenAt: payment.seenAt.toISOString(),
    })),
  }
}

type Payment = Awaited<ReturnType<typeof listInvoicePayments>>[number]

const lastBlockOf = (payments: readonly Payment[]): number | null => {
  const heights = payments
    .filter(({ method, status }) => method === 'on-chain' && status !== 'failed')
    .map(({ blockHeight }) => blockHeight)
  return heights.length === 0 || heights.includes(null) ? null : Math.max(...heights.map(Number))
}

/** Leaves out what only concerns the merchant. */
const forCustomers = ({
  customerEmail: _email,
  customerName: _name,
  metadata: _metadata,
  paymentLinkId: _link,
  checkoutLink: _address,
  missingMethods: _methods,
  mayBeMarked: _marks,
  ...shown
}: Invoice) => shown
