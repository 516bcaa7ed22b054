import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import {
  createInvoice,
  customer,
  findAnyInvoice,
  findRenewableUntil,
  type InvoiceRow,
  isTopUp,
  markRenewed,
  optionsOf,
  trimAmount,
} from '../invoices/index.ts'
import {
  findPaymentLink,
  findPublicLink,
  lockLink,
  openSecondsOf,
  requirePlaceOfSource,
} from '../payment-links/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { limits } from './limits.ts'

/**
 * Creates the same invoice again at the current rate, for a customer who came too late. Repeated requests return the
 * same new invoice. It works only if nothing was paid, because the merchant decides about money that was, and for a day
 * after the first one expired: by then the shop's own price may be another.
 */
export const renewInvoice = async (deps: Deps, invoiceId: string, source: Source): Promise<string> => {
  await requireAttempts(deps, [limits.newPricesFromSource(source.address)])
  const expired = await findAnyInvoice(deps.db, invoiceId)
  if (!expired) throw new ApiError('not-found')
  if (expired.renewedBy !== null) return expired.renewedBy
  const renewableUntil = await findEnd(deps.db, expired)
  if (!renewableUntil) throw new ApiError('invoice-not-renewable')
  const renewed = await createInvoice(deps, {
    merchantId: expired.merchantId,
    amount: isTopUp(expired) ? null : trimAmount(expired.priceAmount ?? '0', expired.currency),
    currency: expired.currency,
    description: expired.description ?? undefined,
    customerEmail: expired.customerEmail ?? undefined,
    customerName: expired.customerName ?? undefined,
    metadata: expired.metadata as Record<string, unknown>,
    redirectUrl: expired.redirectUrl ?? undefined,
    ...(hasOptions(expired) ? { options: optionsOf(expired) } : {}),
    paymentLinkId: expired.paymentLinkId ?? undefined,
    linkQuantity: expired.linkQuantity > 1 ? expired.linkQuantity : undefined,
    createdBy: customer,
    idempotencyKey: `new-price:${invoiceId}`,
    admit: (tx, isThere) => requirePlace(tx, deps, expired, source, isThere),
  })
  if (renewed.invoiceId === null) throw new Error(`invoice ${renewed.id} has no name`)
  const renewedBy = renewed.invoiceId
  await inTransaction(deps.db, (tx) => markRenewed(tx, expired.id, { renewedBy, renewableUntil }))
  return renewedBy
}

/** Until when customers may get a new price. Undefined if they can't anymore. */
const findEnd = async (db: Db, { id, merchantId }: InvoiceRow) => {
  const { isActive, closingSince } = await getMerchant(db, merchantId)
  return isActive && closingSince === null ? findRenewableUntil(db, id) : undefined
}

/** Whether a request for a new price would be accepted, so that the page offers nothing that is refused. */
export const isRenewable = async (db: Db, invoice: InvoiceRow, publicUrl: string): Promise<boolean> => {
  const { status, renewedBy, merchantId, paymentLinkId } = invoice
  if (status !== 'expired') return false
  if (renewedBy !== null) return true
  if (!(await findEnd(db, invoice))) return false
  if (paymentLinkId === null) return true
  const link = await findPaymentLink(db, merchantId, paymentLinkId, publicUrl)
  return link?.status === 'active' && invoice.linkQuantity <= (link.left ?? invoice.linkQuantity)
}

const hasOptions = (row: InvoiceRow) => Object.keys(optionsOf(row)).length > 0

/** The expired invoice gave back its use of the payment link, which may be used up by now. */
const requirePlace = async (
  tx: Tx,
  deps: Deps,
  expired: InvoiceRow,
  source: Source,
  isThere: () => Promise<boolean>,
) => {
  if (expired.paymentLinkId === null) return
  const link = await lockLink(tx, expired.merchantId, expired.paymentLinkId)
  if (await isThere()) return
  const shown = link && (await findPublicLink(tx, link.slug))
  if (shown?.status !== 'active') throw new ApiError('payment-link-closed')
  if (expired.linkQuantity > (shown.left ?? expired.linkQuantity)) throw new ApiError('payment-link-closed')
  await requirePlaceOfSource(tx, deps, shown, openSecondsOf(shown.orders), source, expired.linkQuantity)
}
