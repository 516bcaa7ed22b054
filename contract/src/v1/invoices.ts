import { z } from 'zod'
import { call } from '../call.ts'
import { dueDate } from '../invoices.due-dates.ts'
import { invoiceOptions, metadataChange, metadataFilter } from '../invoices.options.ts'
import {
  createdInvoice,
  currency,
  fitsCurrency,
  invoice,
  invoiceAmount,
  invoiceIdParam,
  invoiceList,
  invoiceOptionFields,
  invoicePayment,
  unfit,
} from '../invoices.ts'
import { listParam } from '../lists.ts'
import { refund, refundable } from '../refunds.ts'
import { email, page, text } from '../scalars.ts'

const params = z.strictObject({ invoiceId: invoiceIdParam })

export const createInvoice = call({
  operationId: 'createInvoice',
  method: 'POST',
  path: '/api/v1/invoices',
  audience: 'api',
  scope: 'invoices',
  summary: 'Create an invoice',
  body: z
    .strictObject({
      amount: invoiceAmount.describe(
        'What the customer pays, in `currency`. Null creates a top-up invoice, which takes any amount.',
      ),
      currency: currency.default('USD').describe('USD by default. GET /api/v1/currencies lists what you can use.'),
      description: text(500).optional().describe('What the invoice is for. The customer sees it.'),
      customerEmail: email
        .optional()
        .describe('The customer gets the payment link and refunds by email, within limits. See `mailedAt`.'),
      customerName: text(120).optional().describe('For your own use. The customer doesn’t see it.'),
      dueDate: dueDate.optional().meta({
        description:
          'By when it should be paid: a date, such as 2026-12-31, or a date-time. The customer gets an address and a rate when they open `checkoutLink`. It can still be paid afterwards, until you cancel it.',
        examples: ['2026-12-31'],
      }),
      ...invoiceOptions,
    })
    .refine(fitsCurrency, unfit),
  optionFields: invoiceOptionFields,
  output: createdInvoice,
  errors: [
    'invalid-option',
    'store-closed',
    'payments-paused',
    'not-configured',
    'engine-unavailable',
    'engine-refused',
    'price-unavailable',
    'idempotency-key-reused',
    'request-in-progress',
  ],
})

const invoiceExpand = listParam(['payments', 'refunds'])

const expandedInvoice = z
  .strictObject({
    ...invoice.shape,
    payments: z.array(invoicePayment).optional().describe('Its payments, oldest first, if you asked for them.'),
    refunds: z.array(refund).optional().describe('Its refunds, newest first, if you asked for them.'),
  })
  .meta({ id: 'ListedInvoice', description: 'An invoice, with its payments and refunds if you asked for them.' })

export const listInvoices = call({
  operationId: 'listInvoices',
  method: 'GET',
  path: '/api/v1/invoices',
  audience: 'api',
  scope: 'read',
  summary: 'List invoices, newest first',
  query: z.strictObject({
    ...page,
    ...invoiceList.filterShape,
    orderId: text(100).min(1).optional().describe('Only invoices of this order: your own ID of it.'),
    customerEmail: email.optional().describe('Only invoices of this customer.'),
    metadata: metadataFilter
      .optional()
      .describe('Only invoices with these values in their metadata, such as `metadata[color]=blue`.'),
    sort: invoiceList.sort,
    expand: invoiceExpand.describe('What to include in each invoice: `payments`, `refunds` or both.'),
  }),
  output: z.array(expandedInvoice),
})

export const getInvoice = call({
  operationId: 'getInvoice',
  method: 'GET',
  path: '/api/v1/invoices/:invoiceId',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve an invoice with its payments and refunds',
  params,
  query: z.strictObject({
    expand: invoiceExpand.describe('Payments and refunds are always included here, so this changes nothing.'),
  }),
  output: z
    .strictObject({
      ...createdInvoice.shape,
      payments: z.array(invoicePayment).describe('The payments that were seen, oldest first.'),
      refunds: z.array(refund).describe('The refunds of the invoice, newest first.'),
      refundable: refundable.describe('What can be refunded now.'),
    })
    .meta({ id: 'InvoiceDetails', description: 'An invoice with its payments and refunds.' }),
  errors: ['not-found'],
})

export const changeInvoice = call({
  operationId: 'changeInvoice',
  method: 'PATCH',
  path: '/api/v1/invoices/:invoiceId',
  audience: 'api',
  scope: 'invoices',
  summary: 'Change the metadata of an invoice. Nothing else of an invoice can be changed',
  description:
    'Entries that you leave out stay the same, and null removes one. Where a refund is sent never changes: it is the customer’s email address at the time of the first payment.',
  params,
  body: z.strictObject({
    metadata: metadataChange.describe('The entries to set. Null removes an entry.'),
  }),
  output: invoice,
  errors: ['not-found'],
})

export const markInvoice = call({
  operationId: 'markInvoice',
  method: 'POST',
  path: '/api/v1/invoices/:invoiceId/mark',
  audience: 'api',
  scope: 'invoices',
  summary: 'Mark an invoice as paid (`settled`) or invalid, where BTCPay allows it',
  params,
  body: z.strictObject({ status: z.enum(['settled', 'invalid']).describe('What the invoice becomes.') }),
  output: invoice,
  errors: [
    'not-found',
    'not-configured',
    'engine-unavailable',
    'invoice-not-markable',
    'idempotency-key-reused',
    'request-in-progress',
  ],
})

export const cancelInvoice = call({
  operationId: 'cancelInvoice',
  method: 'POST',
  path: '/api/v1/invoices/:invoiceId/cancel',
  audience: 'api',
  scope: 'invoices',
  summary: 'Cancel an unpaid invoice that has a due date. It can no longer be paid',
  params,
  output: invoice,
  errors: ['not-found', 'invoice-not-cancelable', 'idempotency-key-reused', 'request-in-progress'],
})
