import { recordActivity } from '../audit-log/index.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import {
  type Email,
  type Fact,
  grouped,
  queueEmail,
  renderEmail,
  shortenCustomerText,
  takeCustomerEmail,
  usd,
} from '../mail/index.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { presentInvoice } from './present-invoice.ts'
import { findInvoice } from './queries.ts'
import { type InvoiceRow, markMailed } from './table.ts'

/** Emails the link of an open invoice to its customer again. It is limited, because it is someone else's mailbox. */
export const resendInvoice = async (deps: Deps, person: MerchantPerson, invoiceId: string, source: Source) => {
  const { merchantId } = person
  const row = await findInvoice(deps.db, merchantId, invoiceId)
  if (!row) throw new ApiError('not-found')
  if (row.customerEmail === null) {
    throw new ApiError('invoice-not-mailable', { message: 'This invoice has no customer email address.' })
  }
  if (row.status !== 'new') throw new ApiError('invoice-not-mailable')
  await inTransaction(deps.db, async (tx) => {
    const refusal = await notifyInvoice(tx, deps.config, row)
    if (refusal) throw refusal
    await recordActivity(tx, {
      act: 'invoice-resent',
      actor: person,
      source,
      subject: { kind: 'invoice', id: invoiceId },
      merchantId,
    })
    await emitChange(tx, `merchant:${merchantId}`, 'invoices')
  })
  return row.customerEmail
}

/**
 * Customers who used a payment link or requested a new price are already at the checkout, and a public form must not
 * send emails.
 */
export const customer = 'customer'

export const wantsEmail = (row: InvoiceRow): boolean =>
  row.customerEmail !== null && row.paymentLinkId === null && row.createdBy !== customer

/**
 * Emails the invoice's link to its customer, in the transaction of the change that causes it. If a limit is reached, it
 * queues nothing and returns the refusal.
 */
export const notifyInvoice = async (
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'rateLimits'>,
  row: InvoiceRow,
): Promise<ApiError | undefined> => {
  if (row.customerEmail === null || row.invoiceId === null) return undefined
  const refusal = await takeCustomerEmail(tx, config, row.merchantId, row.customerEmail)
  if (refusal) return refusal
  const { publicUrl } = config
  const { storeName } = await getMerchantSettings(tx, row.merchantId)
  const { amount, currency } = presentInvoice(row, publicUrl)
  await queueEmail(tx, {
    to: row.customerEmail,
    ...invoiceEmail(publicUrl, {
      invoiceId: row.invoiceId,
      storeName,
      amount,
      currency,
      description: row.description,
      expiresAt: row.expiresAt,
    }),
  })
  await markMailed(tx, row.id)
  return undefined
}

/** Sent to a merchant's customer when the merchant requests it. */
export const invoiceEmail = (
  publicUrl: string,
  invoice: {
    invoiceId: string
    storeName: string
    /** As shown on the invoice. */
    amount: string
    currency: string
    description: string | null
    expiresAt: Date | null
  },
): Email =>
  renderEmail((minute) => ({
    subject: `Invoice from ${invoice.storeName}`,
    heading: `You have an invoice from ${invoice.storeName}`,
    storeName: invoice.storeName,
    paragraphs: ['Pay with any Bitcoin or Lightning wallet.'],
    figure: {
      name: 'Amount',
      amount: invoice.currency === 'USD' ? usd(invoice.amount) : `${grouped(invoice.amount)} ${invoice.currency}`,
    },
    action: { label: 'Pay invoice', url: `${publicUrl}/i/${encodeURIComponent(invoice.invoiceId)}`, first: true },
    facts: [
      ...(invoice.description ? [['For', shortenCustomerText(invoice.description)] satisfies Fact] : []),
      ...(invoice.expiresAt ? [['Pay by', minute(invoice.expiresAt)] satisfies Fact] : []),
    ],
    closing: ['Not expecting this? You can safely ignore this email.'],
    publicUrl,
  }))
