import type { Actor } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { toFine } from './compute-due.ts'
import { requireDueTime } from './create-due-invoice.ts'
import { requireIssuable } from './create-invoice.ts'
import { wantsEmail } from './email-invoice.ts'
import { invoiceChanged } from './facts.ts'
import { optionsOf, shopOrderIdOf } from './options.ts'
import { hasAttempts } from './table.attempts.ts'
import { lockInvoice, saveChangedInvoice } from './table.due.ts'
import { insertReminders } from './table.emails.ts'
import { type InvoiceRow, replaceMetadata } from './table.ts'

/** The customer's email address is missing here: a refund is sent to it, and nobody with a key may redirect it. */
type DueTerms = {
  amount: string
  currency: string
  description: string
  dueDate: string
  /** The shop's own ID, or nothing to remove it. */
  orderId: string | undefined
}

type Changing = { actor: Actor & { merchantId: number }; source: Source; terms: DueTerms }

/**
 * Changes an invoice with a due date. Amount and currency stay once a customer has opened it, because the price may
 * be paid at any time. After it was paid or canceled, only the shop's own ID can change.
 */
export const changeDueInvoice = async (deps: Deps, row: InvoiceRow, { actor, source, terms }: Changing) => {
  const { merchantId } = row
  await requireIssuable(deps, { merchantId, amount: terms.amount, currency: terms.currency, options: optionsOf(row) })
  await inTransaction(deps.db, async (tx) => {
    const current = await lockInvoice(tx, row.id)
    const changed = fieldsThatChange(current, terms)
    if (changed.length === 0 && shopOrderIdOf(current.metadata) === terms.orderId) return
    await requireChangeable(tx, current, changed)
    if (changed.length > 0) {
      const saved = await saveChangedInvoice(tx, row.id, {
        priceAmount: terms.amount,
        amountUsd: terms.currency === 'USD' ? terms.amount : null,
        currency: terms.currency,
        description: terms.description,
        dueAt: changed.includes('dueDate') ? requireDueTime(tx, terms.dueDate) : new Date(terms.dueDate),
      })
      if (wantsEmail(saved)) await insertReminders(tx, saved)
    }
    const { orderId: _, ...metadata } = current.metadata as Record<string, unknown>
    const orderId = terms.orderId === undefined ? {} : { orderId: terms.orderId }
    await replaceMetadata(tx, row.id, { ...metadata, ...orderId })
    await announce(tx, invoiceChanged, { id: row.invoiceId ?? '', merchantId }, { actor, source })
  })
}

type Field = 'amount' | 'currency' | 'description' | 'dueDate'

const fieldsThatChange = (row: InvoiceRow, { amount, currency, description, dueDate }: DueTerms): Field[] => [
  ...(toFine(row.priceAmount ?? '0') === toFine(amount) ? [] : ['amount' as const]),
  ...(row.currency === currency ? [] : ['currency' as const]),
  ...((row.description ?? '') === description ? [] : ['description' as const]),
  ...(row.dueAt?.getTime() === new Date(dueDate).getTime() ? [] : ['dueDate' as const]),
]

const requireChangeable = async (tx: Tx, row: InvoiceRow, changed: readonly Field[]) => {
  const isOpen = row.status === 'new' && row.closedAt === null
  if (!isOpen) refuse(changed, 'This can’t be changed after it was paid or canceled')
  if (await hasAttempts(tx, row.id)) {
    const priced = changed.filter((field) => field === 'amount' || field === 'currency')
    refuse(priced, 'Amount and currency can’t be changed once a customer has opened it')
  }
}

const refuse = (fields: readonly Field[], message: string) => {
  if (fields.length === 0) return
  throw new ApiError('invalid-option', { message, fields: fields.map((path) => ({ path, message })) })
}
