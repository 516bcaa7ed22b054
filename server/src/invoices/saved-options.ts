import type { changedOptions } from '@bitquay/contract/invoices.options'
import type { z } from 'zod'
import { requirePossible } from './check-options.ts'
import { type OrderedOptions, pickOptions } from './options.ts'
import type { InvoiceRow } from './table.ts'

/** A payment link or a till, with the options of the invoices that it creates. */
type Row = Pick<InvoiceRow, 'options'>
type Given = Parameters<typeof pickOptions>[0]
type Named = Partial<z.output<z.ZodObject<typeof changedOptions>>>

/** They are stored as a request has them. */
const storedOf = ({ options }: Row) => options as Given

/** Splits a form or a change into its own fields and the options of invoices. */
export const splitOptions = <T extends Named>(given: T) => {
  const {
    expirationMinutes,
    paymentMethods,
    methodLimits,
    paymentTolerance,
    confirmations,
    redirectUrl,
    redirectAutomatically,
    cancelUrl,
    language,
    orderId,
    metadata,
    ...fields
  } = given
  const options: Named = {
    expirationMinutes,
    paymentMethods,
    methodLimits,
    paymentTolerance,
    confirmations,
    redirectUrl,
    redirectAutomatically,
    cancelUrl,
    language,
    orderId,
    metadata,
  }
  return { fields, options }
}

/** The options after a change: a missing one stays, and null removes one. */
export const mergeOptions = (before: Row, change: Named): Given =>
  Object.fromEntries(
    Object.entries({ ...storedOf(before), ...definedOf(change) }).filter(([, value]) => value !== null),
  )

const definedOf = (change: Named) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

/** Refuses options that none of its invoices could have. */
export const requirePossibleSaved = (
  options: Given,
  { amount, currency }: { amount: string | null; currency: string },
) => requirePossible({ amount: amount ?? undefined, currency, ...pickOptions(options) })

/** The options for an order of an invoice. */
export const ordersOf = (row: Row): OrderedOptions => pickOptions(storedOf(row))

/** The options as responses show them: only those that were set. */
export const presentSavedOptions = (row: Row) => storedOf(row)
