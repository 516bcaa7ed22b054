import { requireAttempts, takeAttempt } from '../accounts/index.ts'
import { readMailShop } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import {
  type EmailOutcome,
  findAnyInvoice,
  findShopLanguages,
  type InvoiceEmailRow,
  type InvoiceRow,
  listInvoicePayments,
} from '../invoices/index.ts'
import {
  type Email,
  type Fact,
  formatMinute,
  mailboxOf,
  queueEmail,
  renderEmail,
  type Shop,
  shortenCustomerText,
} from '../mail/index.ts'
import { getMerchant } from '../people/index.ts'
import { isBeforeRestore } from '../platform/db/restore-row.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { getReceipt, type Receipt } from './get-receipt.ts'
import { limits } from './limits.ts'
import { countReceiptEmail } from './table.receipts.ts'

/** The language of the page where it was requested. */
type Wanted = { asked?: string | undefined; accepted?: string | undefined }

/**
 * Emails the receipt to the address that the customer entered, or to the one on the invoice. Anyone who has the link can
 * request it, so an invoice sends a few in all, and the email holds nothing that the request can choose.
 */
export const emailReceipt = async (
  deps: Deps,
  invoiceId: string,
  entered: string | undefined,
  source: Source,
  wanted: Wanted = {},
) => {
  await requireAttempts(deps, [limits.receiptsFromSource(source.address)])
  await sendReceipt(deps, invoiceId, entered, wanted)
}

/** The same for a caller that has its own limit. */
export const sendReceipt = async (deps: Deps, invoiceId: string, entered: string | undefined, wanted: Wanted = {}) => {
  const language = chooseLanguage({ ...wanted, ...(await findShopLanguages(deps.db, invoiceId)) })
  const receipt = await getReceipt(deps, invoiceId, language)
  const invoice = await findAnyInvoice(deps.db, invoiceId)
  const recipient = entered ?? invoice?.customerEmail
  if (!invoice || !recipient) throw noAddress()
  const { isActive } = await getMerchant(deps.db, invoice.merchantId)
  if (!isActive) throw new ApiError('not-found')
  const shop = await readMailShop(deps.db, invoice.merchantId, deps.config.publicUrl)
  await inTransaction(deps.db, async (tx) => {
    if (!(await countReceiptEmail(tx, invoice.id))) throw new ApiError('receipt-limit-reached')
    const refusal = deps.config.rateLimits && (await takeAttempt(tx, limits.receiptsTo(mailboxOf(recipient))))
    if (refusal) throw refusal
    const { merchantId } = invoice
    await queueEmail(tx, { to: recipient, merchantId, ...receiptEmail(deps.config.publicUrl, shop, receipt) })
  })
  deps.wake('send-merchant-mail')
}

const mostDays = 30
const secondsPerDay = 86_400

/**
 * Queues the receipt of a paid invoice for the customer whom it was emailed to. An invoice that counts as paid before the
 * first confirmation waits for that, and one that was marked as paid without any payment has no receipt to send.
 */
export const queueReceipt = async (
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { invoiceId, merchantId, customerEmail, status, additionalStatus, paidSats }: InvoiceRow,
  email: InvoiceEmailRow,
): Promise<EmailOutcome> => {
  const ageSeconds = (tx.now.getTime() - email.createdAt.getTime()) / 1000
  const isMarkedOnly = status === 'settled' && additionalStatus === 'marked' && paidSats === 0n
  if (invoiceId === null || customerEmail === null || isMarkedOnly) return { kind: 'dropped' }
  if (ageSeconds > mostDays * secondsPerDay) return { kind: 'dropped' }
  const payments = (await listInvoicePayments(tx, invoiceId)).filter((payment) => payment.status !== 'failed')
  const isConfirmed = payments.length > 0 && payments.every((payment) => payment.status === 'confirmed')
  const paidAt = new Date(Math.max(...payments.map(({ seenAt }) => seenAt.getTime())))
  const { isActive } = await getMerchant(tx, merchantId)
  if (status !== 'settled' || !isConfirmed || !isActive) {
    // The longer it waits, the less often it is looked at.
    return { kind: 'waits', seconds: Math.min(3600, Math.max(15, ageSeconds / 4)), isDelayed: false }
  }
  const refusal = config.rateLimits && (await takeAttempt(tx, limits.receiptsTo(mailboxOf(customerEmail))))
  if (refusal) return { kind: 'waits', seconds: refusal.retryAfterSeconds ?? 60, isDelayed: true }
  const language = chooseLanguage({ ...(await findShopLanguages(tx, invoiceId)) })
  const receipt = await getReceipt({ db: tx, config }, invoiceId, language)
  const shop = await readMailShop(tx, merchantId, config.publicUrl)
  await queueEmail(tx, {
    to: customerEmail,
    merchantId,
    invoiceEmail: email.id,
    isHeld: await isBeforeRestore(tx, paidAt),
    ...receiptEmail(config.publicUrl, shop, receipt),
  })
  return { kind: 'queued', amountDue: null }
}

const noAddress = () => {
  const message = 'Enter your email address'
  return new ApiError('invalid-request', { message, fields: [{ path: 'email', message }] })
}

/** Sent to the customer of an emailed invoice, and to customers who request it on the checkout page. */
export const receiptEmail = (
  publicUrl: string,
  shop: Shop,
  { amount, description, at, facts, invoiceId, language, issuer }: Receipt,
): Email => {
  const texts = textsOf(language)
  return renderEmail(
    (minute) => ({
      subject: texts.receiptSubject(shop.name, amount),
      heading: texts.youPaid(shop.name),
      shop,
      paragraphs: [texts.hereIsReceipt],
      figure: { name: texts.amount, amount },
      facts: [
        ...(description ? [[texts.description, shortenCustomerText(description)] satisfies Fact] : []),
        // The amount stands above, large.
        ...facts.filter(([name]) => name !== texts.amount),
        [texts.paid, issuer.timeZone === null ? minute(at) : formatMinute(at, issuer.timeZone, language)],
      ],
      action: { label: texts.viewReceipt, url: `${publicUrl}/i/${encodeURIComponent(invoiceId)}` },
      closing: [texts.notExpected],
      publicUrl,
    }),
    language,
  )
}
