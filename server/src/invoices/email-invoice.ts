import type { Language } from '@bitquay/contract/languages'
import { readMailShop } from '../brands/index.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import {
  type Email,
  type Fact,
  queueEmail,
  renderEmail,
  type Shop,
  shortenCustomerText,
  takeCustomerEmail,
} from '../mail/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { formatDay, formatEmailAmount } from '../platform/texts/format.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { invoiceResent } from './facts.ts'
import { presentInvoice } from './present-invoice.ts'
import { findShopLanguages } from './queries.languages.ts'
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
    await announce(tx, invoiceResent, { id: invoiceId, merchantId }, { actor: person, source })
  })
  return row.customerEmail
}

/**
 * Customers who used a payment link or requested a new price are already at the checkout, and a public form must not
 * send emails.
 */
export const customer = 'customer'

/**
 * Customers of a shop are at its checkout too, and BTCPay doesn't email them. Their emails would also use up the limit
 * that the shop's refunds need.
 */
export const pluginOf = (apiKeyId: number) => `api-key:${apiKeyId}:plugin`

const isPlugin = (createdBy: string | null) => createdBy?.endsWith(':plugin') ?? false

export const wantsEmail = (row: InvoiceRow): boolean =>
  row.customerEmail !== null && row.paymentLinkId === null && row.createdBy !== customer && !isPlugin(row.createdBy)

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
  const shop = await readMailShop(tx, row.merchantId, publicUrl)
  const { amount, currency, type } = presentInvoice(row, publicUrl)
  await queueEmail(tx, {
    to: row.customerEmail,
    merchantId: row.merchantId,
    ...invoiceEmail(publicUrl, {
      invoiceId: row.invoiceId,
      shop,
      amount: type === 'top-up' ? undefined : amount,
      currency,
      description: row.description,
      expiresAt: row.expiresAt,
      dueAt: row.dueAt,
      language: chooseLanguage({ ...(await findShopLanguages(tx, row.invoiceId)) }),
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
    shop: Shop
    /** As shown on the invoice. Undefined if the customer chooses it. */
    amount: string | undefined
    currency: string
    description: string | null
    expiresAt: Date | null
    dueAt?: Date | null
    language?: Language
  },
): Email => {
  const { language = 'en', shop } = invoice
  const texts = textsOf(language)
  const amount = invoice.amount && formatEmailAmount(invoice.amount, invoice.currency, language)
  return renderEmail(
    (minute) => ({
      subject: amount === undefined ? texts.invoiceFrom(shop.name) : texts.invoiceSubject(shop.name, amount),
      heading: texts.haveInvoice(shop.name),
      shop,
      paragraphs: [texts.anyWallet],
      figure: { name: texts.amount, amount: amount ?? texts.anyAmount },
      action: { label: texts.payInvoice, url: `${publicUrl}/i/${encodeURIComponent(invoice.invoiceId)}`, first: true },
      facts: [
        ...(invoice.description ? [[texts.description, shortenCustomerText(invoice.description)] satisfies Fact] : []),
        ...endOf(invoice, language, minute),
      ],
      closing: [texts.notExpected],
      publicUrl,
    }),
    language,
  )
}

/** A rate lasts minutes, so an invoice with a due date names only that. */
const endOf = (
  { expiresAt, dueAt }: { expiresAt: Date | null; dueAt?: Date | null },
  language: Language,
  minute: (at: Date) => string,
): Fact[] => {
  const texts = textsOf(language)
  if (dueAt) return [[texts.dueDate, formatDay(dueAt, language)]]
  return expiresAt ? [[texts.payBy, minute(expiresAt)]] : []
}
