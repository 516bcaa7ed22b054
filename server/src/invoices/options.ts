import type { InvoiceOptions, invoiceOptions, shownOptions } from '@bitquay/contract/invoices.options'
import type { z } from 'zod'
import type { InvoiceRow } from './table.ts'

type Given = z.output<z.ZodObject<typeof invoiceOptions>>

/** What an invoice has of its creator's options. */
export type OrderedOptions = {
  redirectUrl?: string | undefined
  metadata?: Record<string, unknown> | undefined
  options?: InvoiceOptions | undefined
}

/** Takes the options out of a request. */
export const pickOptions = (given: Given): OrderedOptions => {
  const options = withoutAbsent({
    expirationMinutes: given.expirationMinutes,
    paymentMethods: given.paymentMethods,
    methodLimits: given.methodLimits,
    paymentTolerance: given.paymentTolerance,
    confirmations: given.confirmations,
    redirectAutomatically: given.redirectAutomatically,
    cancelUrl: given.cancelUrl,
    language: given.language,
    orderId: given.orderId,
  })
  // In this order and without empty options, the hash of an order is what it was before there were options.
  return {
    metadata: given.metadata,
    redirectUrl: given.redirectUrl,
    options: Object.keys(options).length === 0 ? undefined : options,
  }
}

/** Leaves out what wasn't set. */
export const withoutAbsent = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== null)) as T

/** The options of an invoice or a payment link as they are stored. */
export const optionsOf = ({ options }: Pick<InvoiceRow, 'options'>) => options as InvoiceOptions

/** The options as responses show them: only those that were set. */
export const presentOptions = (row: Pick<InvoiceRow, 'options'>): z.output<z.ZodObject<typeof shownOptions>> => {
  const { monitoringMinutes: _, defaultPaymentMethod: __, searchTerms: ___, ...shown } = optionsOf(row)
  return shown
}

/** A top-up invoice takes any amount. */
export const isTopUp = (row: Pick<InvoiceRow, 'type'>) => row.type === 'top-up'

/** The shop's own ID of the order, wherever it was set. */
export const shopOrderIdOf = (metadata: unknown): string | undefined => {
  const orderId = (metadata as Record<string, unknown> | null | undefined)?.orderId
  if (typeof orderId === 'string' && orderId !== '') return orderId
  return typeof orderId === 'number' ? String(orderId) : undefined
}

export const engineMethodIds = { 'on-chain': 'BTC-CHAIN', lightning: 'BTC-LN' } as const
