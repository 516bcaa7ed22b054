import { z } from 'zod'
import { call } from '../call.ts'
import {
  createdInvoice,
  currencies,
  fitsCurrency,
  invoice,
  invoiceFilter,
  invoiceSort,
  invoiceWithPayments,
  positiveAmount,
  unfit,
} from '../invoices.ts'
import { refund, refundable } from '../refunds.ts'
import { email, page, text } from '../scalars.ts'

/** A shop's own data on an invoice: up to 20 texts with short names. */
const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((notes) => Object.keys(notes).length <= 20, 'Use at most 20 entries')

const redirectUrl = z.url({ protocol: /^https?$/, error: 'Enter a URL with http or https' }).max(1000)

const params = z.strictObject({ invoiceId: z.string().min(1).max(100) })

export const createInvoice = call({
  method: 'POST',
  path: '/api/v1/invoices',
  audience: 'api',
  scope: 'invoices',
  summary: 'Create an invoice',
  body: z
    .strictObject({
      amount: positiveAmount(8, 'Please enter a valid amount').describe('What the customer pays, in `currency`.'),
      currency: z.enum(currencies).default('USD').describe('Defaults to USD.'),
      description: text(500).optional().describe('What the invoice is for. The customer sees it.'),
      customerEmail: email
        .optional()
        .describe('The customer gets the payment link and refunds by email, within limits. See `mailedAt`.'),
      customerName: text(120).optional().describe('For your own use. The customer doesn’t see it.'),
      metadata: metadata.optional().describe('Your own key-value pairs, such as an order number. Up to 20.'),
      redirectUrl: redirectUrl.optional().describe('Where the customer returns to after paying.'),
    })
    .refine(fitsCurrency, unfit),
  output: createdInvoice,
  errors: [
    'not-configured',
    'engine-unavailable',
    'engine-refused',
    'price-unavailable',
    'idempotency-key-reused',
    'request-in-progress',
  ],
})

export const listInvoices = call({
  method: 'GET',
  path: '/api/v1/invoices',
  audience: 'api',
  scope: 'read',
  summary: 'List invoices, newest first',
  query: z.strictObject({ ...page, ...invoiceFilter, sort: invoiceSort }),
  output: z.array(invoice),
})

export const getInvoice = call({
  method: 'GET',
  path: '/api/v1/invoices/:invoiceId',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve an invoice with its payments and refunds',
  params,
  output: z.strictObject({
    ...invoiceWithPayments.shape,
    refunds: z.array(refund),
    refundable,
    mailedAt: createdInvoice.shape.mailedAt,
  }),
  errors: ['not-found'],
})

export const markInvoice = call({
  method: 'POST',
  path: '/api/v1/invoices/:invoiceId/mark',
  audience: 'api',
  scope: 'invoices',
  summary: 'Mark an invoice as paid (`settled`) or invalid, where BTCPay allows it',
  params,
  body: z.strictObject({ status: z.enum(['settled', 'invalid']) }),
  output: invoice,
  errors: [
    'not-found',
    'not-configured',
    'engine-unavailable',
    'engine-refused',
    'idempotency-key-reused',
    'request-in-progress',
  ],
})
