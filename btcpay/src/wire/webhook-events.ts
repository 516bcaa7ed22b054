import { z } from 'zod'
import { invoicePayment } from './invoices.ts'
import { jsonObject, paymentMethodId, unixSeconds } from './primitives.ts'

/** The header that carries `sha256=` and the lowercase hex HMAC-SHA256 of the raw body. */
export const SIGNATURE_HEADER = 'btcpay-sig'

/** The fields of every event. `originalDeliveryId` stays the same for all redeliveries. */
export const webhookEnvelope = z.object({
  deliveryId: z.string().min(1),
  webhookId: z.string().min(1),
  originalDeliveryId: z.string().min(1),
  isRedelivery: z.boolean(),
  type: z.string().min(1),
  timestamp: unixSeconds,
  storeId: z.string().nullish(),
})
export type WebhookEnvelope = z.infer<typeof webhookEnvelope>

const invoiceEvent = webhookEnvelope.extend({
  storeId: z.string().min(1),
  invoiceId: z.string().min(1),
  metadata: jsonObject.nullish(),
})

const paymentFields = { afterExpiration: z.boolean(), paymentMethodId, payment: invoicePayment }

export const invoiceWebhookEvent = z.discriminatedUnion('type', [
  invoiceEvent.extend({ type: z.literal('InvoiceCreated') }),
  invoiceEvent.extend({ type: z.literal('InvoiceReceivedPayment'), ...paymentFields }),
  invoiceEvent.extend({ type: z.literal('InvoicePaymentSettled'), ...paymentFields }),
  invoiceEvent.extend({ type: z.literal('InvoiceProcessing'), overPaid: z.boolean() }),
  invoiceEvent.extend({ type: z.literal('InvoiceExpired'), partiallyPaid: z.boolean() }),
  invoiceEvent.extend({
    type: z.literal('InvoiceSettled'),
    manuallyMarked: z.boolean(),
    overPaid: z.boolean().nullish(),
  }),
  invoiceEvent.extend({ type: z.literal('InvoiceInvalid'), manuallyMarked: z.boolean() }),
  invoiceEvent.extend({ type: z.literal('InvoiceExpiredPaidPartial') }),
  invoiceEvent.extend({ type: z.literal('InvoicePaidAfterExpiration') }),
  invoiceEvent.extend({ type: z.literal('InvoiceRefund'), pullPaymentId: z.string().nullish() }),
])
export type InvoiceWebhookEvent = z.infer<typeof invoiceWebhookEvent>
