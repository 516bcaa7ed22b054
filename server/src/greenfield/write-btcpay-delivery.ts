import { webhookEvents } from '@bitquay/contract/webhooks.events'
import { findInvoice, type InvoiceRow, listInvoicePayments } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { getPullPayment } from '../refunds/index.ts'
import { findProgramStoreId } from '../stores/index.ts'
import { type ClaimedDelivery, signLikeBtcpay, type WrittenDelivery } from '../webhooks/index.ts'

/** BTCPay's names of our events. Its shop plugins do not know the events that are missing here. */
export const btcpayTypes: Record<string, string> = Object.fromEntries(
  webhookEvents.flatMap((event) => ('btcpayName' in event ? [[event.type, event.btcpayName]] : [])),
)

/** Writes and signs a delivery as BTCPay does, so that a shop's plugin accepts it. */
export const writeBtcpayDelivery = async (
  db: Db,
  delivery: ClaimedDelivery,
  secrets: readonly string[],
): Promise<WrittenDelivery> => {
  const { object } = delivery
  const invoiceId = typeof object.invoiceId === 'string' ? object.invoiceId : ''
  const [storeId, invoice] = await Promise.all([
    findProgramStoreId(db, delivery.merchantId),
    findInvoice(db, delivery.merchantId, invoiceId),
  ])
  const isRetry = delivery.attempts > 0 || delivery.rounds > 1
  // Not indented as BTCPay does it: that multiplies the size of metadata with many levels.
  const body = JSON.stringify({
    deliveryId: isRetry ? `${delivery.id}-${delivery.rounds}-${delivery.attempts}` : String(delivery.id),
    webhookId: String(delivery.endpointId),
    originalDeliveryId: String(delivery.id),
    isRedelivery: isRetry,
    type: btcpayTypes[delivery.type] ?? delivery.type,
    timestamp: Math.floor(delivery.eventAt.getTime() / 1000),
    storeId: storeId ?? '',
    invoiceId,
    metadata: invoice?.metadata ?? {},
    ...detailsOf(delivery.type, object),
    ...(await describePayment(db, delivery, invoice)),
    ...(await describeRefund(db, delivery)),
  })
  return { body, headers: { 'BTCPay-Sig': signLikeBtcpay(secrets[0] ?? '', body) } }
}

const payoutStates: Readonly<Record<string, string>> = {
  'refund.broadcast': 'InProgress',
  'refund.confirmed': 'Completed',
  'refund.failed': 'Cancelled',
}

/** A claimed refund is a payout in BTCPay. It has one at a time. */
const describeRefund = async (db: Db, { merchantId, type, object }: ClaimedDelivery) => {
  if (!type.startsWith('refund.')) return {}
  const { publicId: pullPaymentId } = await getPullPayment(db, merchantId, Number(object.id))
  if (type === 'refund.created') return { pullPaymentId }
  const claimed = object.awaitingApproval === true ? 'AwaitingApproval' : 'AwaitingPayment'
  return { pullPaymentId, payoutId: pullPaymentId, payoutState: payoutStates[type] ?? claimed }
}

const detailsOf = (type: string, object: Record<string, unknown>) => {
  const marked = { manuallyMarked: object.additionalStatus === 'marked' }
  const over = { overPaid: object.additionalStatus === 'paid-over' }
  if (type === 'invoice.processing') return over
  if (type === 'invoice.settled') return { ...marked, ...over }
  if (type === 'invoice.invalid') return marked
  if (type === 'invoice.expired') return { partiallyPaid: object.additionalStatus === 'paid-partial' }
  return {}
}

const describePayment = async (db: Db, { type, object }: ClaimedDelivery, invoice: InvoiceRow | undefined) => {
  if (type !== 'payment.received' && type !== 'payment.confirmed') return {}
  const isLightning = object.method === 'lightning'
  const payments = invoice?.invoiceId ? await listInvoicePayments(db, invoice.invoiceId) : []
  const address = payments.find(({ engineKey }) => engineKey === object.id)?.address
  const expiresAt = invoice?.expiresAt ?? null
  const seenAt = new Date(String(object.seenAt))
  return {
    afterExpiration: expiresAt !== null && seenAt > expiresAt,
    paymentMethodId: isLightning ? 'BTC-LN' : 'BTC-CHAIN',
    payment: {
      id: object.id,
      receivedDate: Math.floor(seenAt.getTime() / 1000),
      value: object.amountBtc,
      fee: '0.0',
      status: type === 'payment.confirmed' ? 'Settled' : 'Processing',
      destination: address ?? (isLightning ? invoice?.lightningInvoice : invoice?.bitcoinAddress) ?? null,
    },
  }
}
