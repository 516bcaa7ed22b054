import { limits, requireAttempts, takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { findAnyInvoice } from '../invoices/index.ts'
import { type Email, type Fact, mailboxOf, queueEmail, renderEmail, shortenCustomerText } from '../mail/index.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { getReceipt, type Receipt } from './get-receipt.ts'
import { countReceiptEmail } from './table.receipts.ts'

/**
 * Emails the receipt to the address that the customer entered, or to the one on the invoice. Anyone who has the link can
 * request it, so an invoice sends a few in all, and the email holds nothing that the request can choose.
 */
export const emailReceipt = async (deps: Deps, invoiceId: string, entered: string | undefined, source: Source) => {
  await requireAttempts(deps, [limits.receiptsFromSource(source.address)])
  const receipt = await getReceipt(deps, invoiceId)
  const invoice = await findAnyInvoice(deps.db, invoiceId)
  const recipient = entered ?? invoice?.customerEmail
  if (!invoice || !recipient) throw noAddress()
  const { isActive } = await getMerchantSettings(deps.db, invoice.merchantId)
  if (!isActive) throw new ApiError('not-found')
  await inTransaction(deps.db, async (tx) => {
    if (!(await countReceiptEmail(tx, invoice.id))) throw new ApiError('receipt-limit-reached')
    const refusal = deps.config.rateLimits && (await takeAttempt(tx, limits.receiptsTo(mailboxOf(recipient))))
    if (refusal) throw refusal
    await queueEmail(tx, { to: recipient, ...receiptEmail(deps.config.publicUrl, receipt) })
  })
  deps.wake('send-mail')
}

const noAddress = () => {
  const message = 'Enter your email address'
  return new ApiError('invalid-request', { message, fields: [{ path: 'email', message }] })
}

/** Sent to a customer who requested it on the checkout page. */
export const receiptEmail = (
  publicUrl: string,
  { storeName, amount, description, at, facts, invoiceId }: Receipt,
): Email =>
  renderEmail((minute) => ({
    subject: `Receipt from ${storeName}`,
    heading: `You paid ${storeName}`,
    storeName,
    paragraphs: ['Here is your receipt.'],
    figure: { name: 'Amount', amount },
    facts: [
      ...(description ? [['For', shortenCustomerText(description)] satisfies Fact] : []),
      // The amount stands above, large.
      ...facts.filter(([name]) => name !== 'Amount'),
      ['Paid', minute(at)],
    ],
    action: { label: 'View receipt', url: `${publicUrl}/i/${encodeURIComponent(invoiceId)}` },
    closing: ['Not expecting this? You can safely ignore this email.'],
    publicUrl,
  }))
