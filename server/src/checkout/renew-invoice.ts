import { requireAttempts } from '../accounts/require-attempts.ts'
import { limits } from '../accounts/table.attempts.ts'
import type { Deps } from '../deps.ts'
import { createInvoice } from '../invoices/create-invoice.ts'
import { customer } from '../invoices/email-invoice.ts'
import { trimAmount } from '../invoices/present-invoice.ts'
import { findAnyInvoice, type InvoiceRow, markRenewed } from '../invoices/table.ts'
import { getMerchantSettings } from '../merchants/table.ts'
import { findPublicLink } from '../payment-links/queries.ts'
import { lockLink } from '../payment-links/table.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'

/**
 * A customer came too late and asks for a new price: the same invoice once more, at the rate of now. However often it is
 * asked for, there is one; and only where nothing was paid, since what was paid is the merchant's to decide on.
 */
export const renewInvoice = async (deps: Deps, invoiceId: string, source: Source): Promise<string> => {
  await requireAttempts(deps, [limits.newPricesFromSource(source.address)])
  const expired = await findAnyInvoice(deps.db, invoiceId)
  if (!expired) throw new ApiError('not-found')
  if (expired.renewedBy !== null) return expired.renewedBy
  const { isActive } = await getMerchantSettings(deps.db, expired.merchantId)
  if (!isActive || expired.status !== 'expired' || expired.paidSats > 0n) throw new ApiError('invoice-not-renewable')
  const renewed = await createInvoice(deps, {
    merchantId: expired.merchantId,
    amount: trimAmount(expired.priceAmount ?? '0', expired.currency),
    currency: expired.currency,
    description: expired.description ?? undefined,
    customerEmail: expired.customerEmail ?? undefined,
    customerName: expired.customerName ?? undefined,
    metadata: expired.metadata as Record<string, unknown>,
    redirectUrl: expired.redirectUrl ?? undefined,
    paymentLinkId: expired.paymentLinkId ?? undefined,
    createdBy: customer,
    idempotencyKey: `new-price:${invoiceId}`,
    admit: (tx, isThere) => requirePlace(tx, expired, isThere),
  })
  if (renewed.invoiceId === null) throw new Error(`invoice ${renewed.id} has no name`)
  const renewedBy = renewed.invoiceId
  await inTransaction(deps.db, (tx) => markRenewed(tx, expired.id, renewedBy))
  return renewedBy
}

/** The expired one gave its place at a payment link back; it may be taken by now. */
const requirePlace = async (tx: Tx, expired: InvoiceRow, isThere: () => Promise<boolean>) => {
  if (expired.paymentLinkId === null) return
  const link = await lockLink(tx, expired.merchantId, expired.paymentLinkId)
  if (await isThere()) return
  const shown = link && (await findPublicLink(tx, link.slug))
  if (shown?.status !== 'active') throw new ApiError('payment-link-closed')
}
