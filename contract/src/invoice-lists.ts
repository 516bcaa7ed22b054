import { z } from 'zod'
import { call } from './call.ts'
import { invoiceStates, invoiceStatuses, listedInvoice } from './invoices.ts'
import { period, sortBy } from './lists.ts'
import { page, text, usdAmount } from './scalars.ts'

/** A filter also knows what concerns several states. */
export const invoiceStateFilters = [...invoiceStates, 'attention', 'overdue'] as const

/** Long enough for a Lightning invoice. */
export const invoiceSearch = text(2000)

/** Filters of a merchant's invoices. */
export const invoiceFilter = {
  status: z.enum(invoiceStatuses).optional().describe('Only invoices with this status.'),
  state: z
    .enum(invoiceStateFilters)
    .optional()
    .describe(
      'Only invoices in this state. `attention` are overpaid, paid late and partially paid invoices that no one has refunded or resolved. `overdue` are unpaid or partially paid after their due date.',
    ),
  search: invoiceSearch
    .optional()
    .describe(
      'An invoice ID, order ID, address, email address or name of a customer from its beginning, words of the description, or a complete address, Lightning invoice or payment hash, also of an earlier price.',
    ),
  ...period,
}

/** By date (newest first by default), by total in dollars, or by the customer's name. Unknown values come last. */
export const invoiceSort = sortBy('date', 'gross')

export const listInvoices = call({
  method: 'GET',
  path: '/api/merchant/invoices',
  audience: 'merchant',
  summary: 'List your invoices, newest first',
  query: z.strictObject({ ...page, ...invoiceFilter, sort: invoiceSort }),
  output: z.array(listedInvoice),
})

export const exportInvoices = call({
  method: 'GET',
  path: '/api/merchant/invoices/export',
  audience: 'merchant',
  summary: 'Download your invoices as CSV, with the same filters',
  query: z.strictObject({ ...invoiceFilter, sort: invoiceSort }),
  output: z.unknown(),
  media: 'text/csv',
})

export const printInvoices = call({
  method: 'GET',
  path: '/api/merchant/invoices/pdf',
  audience: 'merchant',
  summary: 'Download up to 5,000 of your invoices as a PDF statement, with the same filters',
  query: z.strictObject({ ...invoiceFilter, sort: invoiceSort }),
  output: z.unknown(),
  media: 'application/pdf',
  errors: ['too-many-rows'],
})

export const summarizeInvoices = call({
  method: 'GET',
  path: '/api/merchant/invoices/summary',
  audience: 'merchant',
  summary: 'Counts and totals of your invoices, with the same filters',
  query: z.strictObject(invoiceFilter),
  output: z.strictObject({
    /** Without any filter. */
    total: z.number().int(),
    /** With the filters, as are the totals in dollars. */
    filtered: z.number().int(),
    grossUsd: usdAmount,
    receivedUsd: usdAmount,
    /** With the other filters, whatever `state` is. Invoices that need attention or are overdue are also in their state. */
    states: z.strictObject({
      unpaid: z.number().int(),
      confirming: z.number().int(),
      paid: z.number().int(),
      'partially-paid': z.number().int(),
      overpaid: z.number().int(),
      'paid-late': z.number().int(),
      expired: z.number().int(),
      invalid: z.number().int(),
      attention: z.number().int(),
      overdue: z.number().int(),
    }),
    /** False when a search matches more than `cap` rows. All but `total` then cover the newest `cap` rows. */
    exact: z.boolean(),
    cap: z.number().int(),
  }),
})
