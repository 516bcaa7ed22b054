import { type InvoiceOptions, type PayMethod, payMethods } from '@bitquay/contract/invoices.options'
import { decimalsOf, findUnits } from '@bitquay/contract/money'
import { ApiError } from '../platform/http/api-error.ts'
import { offersLightning, type Store } from '../stores/index.ts'
import { shopOrderIdOf } from './options.ts'

export type CheckedOrder = {
  /** Null for a top-up invoice, undefined where the amount isn't known yet. */
  amount: string | null | undefined
  currency: string
  metadata?: Record<string, unknown> | undefined
  options?: InvoiceOptions | undefined
}

/** Refuses options that contradict each other or the amount, by name. */
export const requirePossible = ({ amount, currency, metadata, options = {} }: CheckedOrder) => {
  const { orderId, paymentMethods, methodLimits } = options
  const known = shopOrderIdOf(metadata)
  if (orderId !== undefined && known !== undefined && orderId !== known) {
    throw invalidOption('orderId', 'This isn’t the order ID in the metadata')
  }
  if (amount === null && paymentMethods?.includes('lightning')) {
    throw invalidOption('paymentMethods', 'A top-up invoice can only be paid on-chain')
  }
  if (amount === null && methodLimits) {
    throw invalidOption('methodLimits', 'A top-up invoice takes any amount')
  }
  for (const [at, { min, max }] of (methodLimits ?? []).entries()) {
    for (const [name, value] of Object.entries({ min, max })) {
      if (value !== undefined && unitsOf(value, currency) === undefined) {
        throw invalidOption(`methodLimits.${at}.${name}`, `Enter an amount in ${currency}`)
      }
    }
    if (min !== undefined && max !== undefined && (unitsOf(min, currency) ?? 0n) > (unitsOf(max, currency) ?? 0n)) {
      throw invalidOption(`methodLimits.${at}.max`, 'The maximum is below the minimum')
    }
  }
}

/** Refuses methods that the store doesn't have, and limits that leave none, by name. */
export const requireMethods = (order: CheckedOrder, store: Offer | undefined) => {
  if (order.options?.paymentMethods?.includes('lightning') && store?.lightning === 'none') {
    throw invalidOption('paymentMethods', 'Your store doesn’t accept Lightning')
  }
  if (store && chooseMethods(order, store).length === 0) {
    throw invalidOption('methodLimits', 'These limits leave no payment method for this amount')
  }
}

type Offer = Pick<Store, 'lightning' | 'lightningAvailable'>

/**
 * Chooses the methods of an invoice: those that were named, or else those that the store offers, within their limits. A
 * method that an option names is requested even while the node is down, so that the response says it is missing.
 */
export const chooseMethods = ({ amount, currency, options = {} }: CheckedOrder, store: Offer): PayMethod[] => {
  const hasLightning = options.methodLimits ? store.lightning !== 'none' : offersLightning(store)
  const offered = payMethods.filter((method) => method === 'on-chain' || (hasLightning && amount !== null))
  const wanted = options.paymentMethods ?? offered
  if (amount === null || amount === undefined) return [...wanted]
  const units = unitsOf(amount, currency) ?? 0n
  return wanted.filter((method) => {
    const limit = options.methodLimits?.find((one) => one.method === method)
    const isAbove = limit?.min === undefined || units >= (unitsOf(limit.min, currency) ?? 0n)
    const isBelow = limit?.max === undefined || units <= (unitsOf(limit.max, currency) ?? 0n)
    return isAbove && isBelow
  })
}

/** Zeros after the smallest unit of the currency change nothing. */
const unitsOf = (amount: string, currency: string): bigint | undefined =>
  findUnits(amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount, decimalsOf(currency))

export const invalidOption = (path: string, message: string) =>
  new ApiError('invalid-option', { message, fields: [{ path, message }] })
