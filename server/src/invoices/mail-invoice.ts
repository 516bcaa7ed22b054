import type { Config } from '../config.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { takeCustomerEmail } from '../mail/take-customer-email.ts'
import { getMerchantSettings } from '../merchants/table.ts'
import { invoiceLetter } from '../modules/mail/money-letters.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { ApiError } from '../platform/http/api-error.ts'
import { markMailed } from './mark-mailed.ts'
import { presentInvoice } from './present-invoice.ts'
import type { InvoiceRow } from './table.ts'

/** Who came by a link, or asked for a new price, stands at the checkout already; a public form must not send letters. */
export const customer = 'customer'

export const wantsMail = (row: InvoiceRow): boolean =>
  row.customerEmail !== null && row.paymentLinkId === null && row.createdBy !== customer

/**
 * Emails the invoice's link to its customer, in the transaction of what made it worth sending. Returns why not where a
 * limit is reached: then nothing is queued.
 */
export const mailInvoice = async (
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
  await queueMail(tx, {
    to: row.customerEmail,
    ...invoiceLetter(publicUrl, {
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
