import type { Checkout } from '@bitquay/contract/checkout'
import type { Invoice } from '@bitquay/contract/invoices'
import { fillUrl } from '@bitquay/contract/invoices.options'
import { sql } from 'kysely'
import { readShop } from '../brands/index.ts'
import { type InvoiceRow, listInvoicePayments, optionsOf, presentInvoice, shopOrderIdOf } from '../invoices/index.ts'
import { type Db, writeStateOf } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import { isRefunded } from '../refunds/index.ts'
import { isRenewable } from './renew-invoice.ts'

/** Medium speed: an invoice is settled when its payments have one confirmation. */
const usualConfirmations = 1

/** Reads what the customer sees of an invoice, without a request to the engine. */
export const readCheckout = async (db: Db, invoiceId: string, publicUrl: string): Promise<Checkout | undefined> => {
  const row = await db
    .selectFrom('invoices')
    .innerJoin('merchants', 'merchants.id', 'invoices.merchantId')
    .modifyFront(planKept)
    .selectAll('invoices')
    .select([
      'merchants.closingSince',
      sql<Date>`app_now()`.as('now'),
      isRefunded(sql`invoices.invoice_id`).as('refunded'),
    ])
    .where('invoices.invoiceId', '=', invoiceId)
    .executeTakeFirst()
  if (!row) return undefined
  const shown = forCustomers(presentInvoice(row, publicUrl))
  const options = optionsOf(row)
  const { storeName, brand } = await readShop(db, row.merchantId)
  const payments = await listInvoicePayments(db, invoiceId)
  // A transaction that reads it, such as one that queues a receipt, writes too.
  const readOnly = db.isTransaction ? undefined : await writeStateOf(db).check()
  return {
    ...shown,
    ...(readOnly ? { readOnlyAsOf: readOnly.asOf.toISOString() } : {}),
    ...linksOf(row),
    ...(options.redirectAutomatically ? { redirectAutomatically: true } : {}),
    ...(options.defaultPaymentMethod ? { defaultPaymentMethod: options.defaultPaymentMethod } : {}),
    ...(options.language ? { language: options.language } : {}),
    storeName,
    brand,
    storeClosed: row.closingSince !== null,
    rate: row.btcPrice,
    now: row.now.toISOString(),
    // A payment that isn't accepted without a confirmation waits for one.
    confirmationsNeeded: Math.max(1, options.confirmations ?? usualConfirmations),
    confirmedInBlock: lastBlockOf(payments),
    renewable: await isRenewable(db, row, publicUrl),
    emailOnFile: row.customerEmail !== null,
    ...(row.refunded ? { refunded: true as const } : {}),
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

/** The shop's links, with the IDs that they name. */
const linksOf = (row: InvoiceRow) => {
  const ids = { invoiceId: row.invoiceId ?? '', orderId: shopOrderIdOf(row.metadata) }
  const { cancelUrl } = optionsOf(row)
  return {
    redirectUrl: row.redirectUrl === null ? null : fillUrl(row.redirectUrl, ids),
    ...(cancelUrl ? { cancelUrl: fillUrl(cancelUrl, ids) } : {}),
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
  expirationMinutes: _minutes,
  paymentMethods: _requested,
  methodLimits: _limits,
  paymentTolerance: _tolerance,
  confirmations: _confirmations,
  redirectAutomatically: _automatic,
  cancelUrl: _cancel,
  language: _language,
  orderId: _order,
  ...shown
}: Invoice) => shown
