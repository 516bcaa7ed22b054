import { randomInt } from 'node:crypto'
import { findDueTime, mostDueDays } from '@bitquay/contract/invoices.due-dates'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore } from '../stores/index.ts'
import { invalidOption } from './check-options.ts'
import { notifyInvoice, wantsEmail } from './email-invoice.ts'
import { invoiceCreated } from './facts.ts'
import type { InvoiceOrder } from './invoice-order.ts'
import { insertDueInvoice } from './table.due.ts'
import { insertReminders } from './table.emails.ts'
import { findInvoiceByOrder, type InvoiceRow, isOrderThere } from './table.ts'

type Checked = { orderId: string; inputHash: string; metadata: Record<string, unknown> | undefined }

/**
 * Creates an invoice that can be paid until its due date and after it. The engine isn't asked: it creates an invoice
 * when a customer opens ours. The same order returns the first invoice.
 */
export const createDueInvoice = async (
  deps: Deps,
  order: InvoiceOrder,
  dueDate: string,
  checked: Checked,
): Promise<InvoiceRow> => {
  const { publicUrl } = deps.config
  if ((await findStore(deps.db, order.merchantId))?.status !== 'ready') throw new ApiError('not-configured')
  return inTransaction(deps.db, async (tx) => {
    if (await isOrderThere(tx, checked.orderId)) return findSame(tx, checked)
    const dueAt = requireDueTime(tx, dueDate)
    const invoiceId = newInvoiceId()
    const row = await insertDueInvoice(tx, {
      merchantId: order.merchantId,
      orderId: checked.orderId,
      inputHash: checked.inputHash,
      invoiceId,
      priceAmount: order.amount ?? '0',
      amountUsd: order.currency === 'USD' ? order.amount : null,
      currency: order.currency,
      description: order.description ?? null,
      customerEmail: order.customerEmail ?? null,
      customerName: order.customerName ?? null,
      createdBy: order.createdBy,
      metadata: checked.metadata ?? {},
      redirectUrl: order.redirectUrl ?? null,
      options: order.options ?? {},
      checkoutLink: `${publicUrl}/i/${invoiceId}`,
      dueAt,
    })
    if (!row) return findSame(tx, checked)
    await announce(tx, invoiceCreated, { row, publicUrl })
    // An invoice that can't be emailed now is still valid: the merchant can share the link.
    const isSent = wantsEmail(row) && (await notifyInvoice(tx, deps.config, row)) === undefined
    if (wantsEmail(row)) await insertReminders(tx, row)
    return isSent ? { ...row, mailedAt: tx.now } : row
  })
}

const findSame = async (tx: Tx, { orderId, inputHash }: Checked) => {
  const row = await findInvoiceByOrder(tx, orderId)
  if (row.inputHash !== inputHash) throw new ApiError('idempotency-key-reused')
  return row
}

/** Requires a time in the future, within five years. */
export const requireDueTime = (tx: Tx, dueDate: string): Date => {
  const dueAt = findDueTime(dueDate)
  if (!dueAt || dueAt <= tx.now) throw invalidOption('dueDate', 'Enter a date in the future')
  if (dueAt.getTime() > tx.now.getTime() + mostDueDays * 86_400_000) {
    throw invalidOption('dueDate', 'Enter a date within five years')
  }
  return dueAt
}

/** Options that contradict a due date are refused by name. */
export const requireDatable = ({ amount, options }: InvoiceOrder) => {
  if (amount === null) throw invalidOption('dueDate', 'A top-up invoice can’t have a due date')
  if (options?.confirmations === 0) {
    throw invalidOption('confirmations', 'An invoice with a due date needs at least 1 confirmation')
  }
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Looks like BTCPay's own IDs, for plugins that expect those. Nobody can guess it. */
const newInvoiceId = () => Array.from({ length: 22 }, () => alphabet[randomInt(alphabet.length)]).join('')
