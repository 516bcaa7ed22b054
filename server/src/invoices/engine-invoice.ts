import type { BtcpayClient, Outcome } from '@bitquay/btcpay'
import type { CreateInvoiceRequest, Invoice as EngineInvoice } from '@bitquay/btcpay/wire/invoices'
import type { Store } from '../stores/index.ts'
import { type CheckedOrder, chooseMethods } from './check-options.ts'
import { engineMethodIds, shopOrderIdOf, withoutAbsent } from './options.ts'

type Order = CheckedOrder & {
  amount: string | null
  description: string | undefined
  customerEmail: string | undefined
  redirectUrl?: string | undefined
}

type Offer = Pick<Store, 'lightning' | 'lightningAvailable'>

/** The methods to request from the engine, by its names. */
export const engineMethodsOf = (order: CheckedOrder, store: Offer): string[] =>
  chooseMethods(order, store).map((method) => engineMethodIds[method])

/** BTCPay's names for how many confirmations a payment needs. */
export const speedPolicies = { 0: 'HighSpeed', 1: 'MediumSpeed', 2: 'LowMediumSpeed', 6: 'LowSpeed' } as const

/** Where our order ID is in the metadata if the shop has its own. */
const ownOrder = 'bitquayOrderId'
const isOwnOrderId = /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Our order ID of an invoice in the engine, if it is ours. */
export const ownOrderIdOf = (metadata: unknown): string | undefined => {
  const { [ownOrder]: marked, orderId } = (metadata ?? {}) as Record<string, unknown>
  return [marked, orderId].find((value): value is string => typeof value === 'string' && isOwnOrderId.test(value))
}

/** What the engine is asked to create. Options that weren't set are left to the store's settings. */
export const toEngineRequest = (order: Order, store: Offer, orderId: string): CreateInvoiceRequest => {
  const { options = {}, metadata = {} } = order
  const shopOrderId = options.orderId ?? shopOrderIdOf(metadata)
  const terms = [...(shopOrderId === undefined ? [] : [orderId]), ...(options.searchTerms ?? [])]
  return {
    amount: order.amount,
    currency: order.currency,
    metadata: {
      ...metadata,
      ...(shopOrderId === undefined ? {} : { [ownOrder]: orderId }),
      orderId: shopOrderId ?? orderId,
      ...(order.description === undefined ? {} : { itemDesc: order.description }),
      ...(order.customerEmail === undefined ? {} : { buyerEmail: order.customerEmail }),
    },
    checkout: withoutAbsent({
      paymentMethods: engineMethodsOf(order, store),
      defaultPaymentMethod: options.defaultPaymentMethod && engineMethodIds[options.defaultPaymentMethod],
      speedPolicy: options.confirmations === undefined ? undefined : speedPolicies[options.confirmations],
      expirationMinutes: options.expirationMinutes,
      monitoringMinutes: options.monitoringMinutes,
      paymentTolerance: options.paymentTolerance,
      redirectURL: order.redirectUrl,
      redirectAutomatically: options.redirectAutomatically,
      defaultLanguage: options.language,
    }) as NonNullable<CreateInvoiceRequest['checkout']>,
    ...(terms.length === 0 ? {} : { additionalSearchTerms: terms }),
  }
}

/**
 * Finds the invoice that the engine may have created for our order. If the shop has its own order ID, ours is a search
 * term.
 */
export const findByOrder = (
  client: BtcpayClient,
  storeId: string,
  { orderId, metadata }: { orderId: string; metadata: unknown },
): Promise<Outcome<EngineInvoice[]>> =>
  client.invoices.list(storeId, {
    ...(shopOrderIdOf(metadata) === undefined ? { orderIds: [orderId] } : { textSearch: orderId }),
    take: 1,
    includePaymentMethods: true,
  })
