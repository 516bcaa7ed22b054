import { z } from 'zod'
import { currency, positiveAmount } from './amounts.ts'
import { shopBrand } from './brands.ts'
import { call } from './call.ts'
import { changedOptions, invoiceOptions, optionNames, savedOptions } from './invoices.options.ts'
import { declareList } from './lists.ts'
import { btcAmount, email, emptyAsAbsent, id, idParam, text, timestamp, usdAmount } from './scalars.ts'

export const linkStatuses = ['active', 'paused', 'expired', 'used-up'] as const
export const askings = ['no', 'optional', 'required'] as const

const amount = positiveAmount(8, 'Please enter a valid amount')

const fields = {
  title: text(120).min(1, 'Enter a title').describe('The title of the page.'),
  description: text(500).nullable().describe('What the payment is for. The customer sees it.'),
  currency: currency.describe('The currency of the amounts. GET /api/v1/currencies lists what you can use.'),
  amount: amount
    .nullable()
    .describe('A fixed amount. If null, the customer chooses, within the minimum and maximum if set.'),
  minAmount: amount.nullable().describe('The minimum a customer can choose.'),
  maxAmount: amount.nullable().describe('The maximum a customer can choose.'),
  askName: z.enum(askings).describe('Whether the page asks for the customer’s name.'),
  askEmail: z.enum(askings).describe('Whether the page asks for the customer’s email address.'),
  maxPayments: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe('The maximum number of payments. An invoice that can still be paid counts as one.'),
  expiresAt: timestamp.nullable().describe('When the link expires.'),
}

export const paymentLinkForm = z.strictObject({
  title: fields.title,
  description: fields.description.default(null),
  currency: fields.currency.default('USD'),
  amount: fields.amount.default(null),
  minAmount: fields.minAmount.default(null),
  maxAmount: fields.maxAmount.default(null),
  askName: fields.askName.default('no'),
  askEmail: fields.askEmail.default('no'),
  maxPayments: fields.maxPayments.default(null),
  expiresAt: fields.expiresAt.default(null),
  ...invoiceOptions,
})
export type PaymentLinkForm = z.output<typeof paymentLinkForm>

/** Refused by name if they are wrong, like any field that doesn't exist. */
export const linkOptionFields = [...optionNames, 'currency']

/** Missing fields stay unchanged. */
export const paymentLinkChange = z
  .strictObject({
    ...fields,
    ...changedOptions,
    paused: z.boolean().describe('True pauses the link, false resumes it.'),
  })
  .partial()
export type PaymentLinkChange = z.output<typeof paymentLinkChange>

export const paymentLink = z
  .strictObject({
    id: id.describe('The payment link’s ID.'),
    slug: z.string().describe('The last part of its URL.'),
    url: z.string().describe('The page that customers open.'),
    title: z.string().describe('The title of the page.'),
    description: z.string().nullable().describe('What the payment is for. The customer sees it.'),
    currency: z.string().describe('The currency of the amounts.'),
    amount: z.string().nullable().describe('The fixed amount. If null, the customer chooses.'),
    minAmount: z.string().nullable().describe('The minimum a customer can choose.'),
    maxAmount: z.string().nullable().describe('The maximum a customer can choose.'),
    askName: z.enum(askings).describe('Whether the page asks for the customer’s name.'),
    askEmail: z.enum(askings).describe('Whether the page asks for the customer’s email address.'),
    maxPayments: z.number().int().nullable().describe('The maximum number of payments.'),
    expiresAt: timestamp.nullable().describe('When the link expires.'),
    paused: z.boolean().describe('Whether you paused it.'),
    status: z.enum(linkStatuses).describe('Whether it can be paid now, and if not, why.'),
    invoices: z.number().int().describe('How many invoices it created.'),
    payments: z.number().int().describe('How many of them are paid.'),
    receivedBtc: btcAmount.describe('What was received, in bitcoin.'),
    receivedUsd: usdAmount.describe('What was received, in dollars.'),
    createdBy: z.string().describe('The person or API key that created it.'),
    createdAt: timestamp.describe('When it was created.'),
    updatedAt: timestamp.describe('When it was last changed.'),
    /** The options of its invoices, only those that were set. */
    ...savedOptions,
  })
  .meta({ id: 'PaymentLink', description: 'A page that creates an invoice for each customer.' })
export type PaymentLink = z.infer<typeof paymentLink>

export const createPaymentLink = call({
  method: 'POST',
  path: '/api/merchant/payment-links',
  audience: 'merchant-manager',
  summary: 'Create a payment link. Repeating the same Idempotency-Key returns the first one',
  body: paymentLinkForm,
  optionFields: linkOptionFields,
  output: paymentLink,
  errors: ['invalid-option', 'store-closed', 'idempotency-key-reused'],
})

/** A merchant's payment links by when they were created, or by the dollars received (`gross`). */
export const linkList = declareList({
  name: 'payment-links',
  audience: 'merchant',
  path: '/api/merchant/payment-links',
  row: paymentLink,
  filters: {
    status: { kind: 'one-of', values: linkStatuses, description: 'Only links with this status.' },
    search: { kind: 'text', longest: 200, description: 'A part of the title or description.' },
  },
  sorts: ['date', 'gross'],
  columns: {
    title: { width: 'minmax(9rem, 1.2fr)', below: { 780: 'minmax(6rem, 1fr)' }, area: 't', always: true },
    amount: { width: 'minmax(7rem, 1fr)', below: { 780: 'minmax(6rem, 1fr)' }, area: 'a' },
    payments: { width: '8.5rem', below: { 780: '7.5rem' }, area: 'p' },
    status: { width: '14rem', below: { 960: '6.5rem' }, area: 's', always: true },
    date: { width: '9rem', below: { 960: '8.5rem', 780: null }, sort: 'date' },
    gross: { width: '7rem', below: { 960: '6rem' }, area: 'g', sort: 'gross', numeric: true, always: true },
  },
  // Two lines: title and dollars, then amount, payments and status.
  block: { below: 560, grid: '"t t g" auto "a p s" auto / fit-content(50%) minmax(0, 1fr) auto' },
  file: {
    name: 'bitquay-payment-links',
    date: 'createdAt',
    columns: {
      ID: 'id',
      Title: 'title',
      Description: 'description',
      Status: null,
      Amount: 'amount',
      Minimum: 'minAmount',
      Maximum: 'maxAmount',
      Currency: 'currency',
      Invoices: 'invoices',
      Payments: 'payments',
      'Received (USD)': 'receivedUsd',
      'Received (BTC)': 'receivedBtc',
      'Expires at': 'expiresAt',
      'Created by': 'createdBy',
      Link: 'url',
    },
  },
  summary: z.strictObject({
    /** Without any filter. */
    total: z.number().int(),
    /** With the filters. */
    filtered: z.number().int(),
    receivedUsd: usdAmount,
    /** With the other filters, whatever `status` is. */
    statuses: z.strictObject({
      active: z.number().int(),
      paused: z.number().int(),
      expired: z.number().int(),
      'used-up': z.number().int(),
    }),
  }),
  texts: {
    list: 'List your payment links with what they received, newest first',
    export: 'Download your payment links as CSV, with the same filters',
    summarize: 'Counts and totals of your payment links, with the same filters',
  },
})
export const listPaymentLinks = linkList.calls.list
export const exportPaymentLinks = linkList.calls.export
export const summarizePaymentLinks = linkList.calls.summarize

export const changePaymentLink = call({
  method: 'PATCH',
  path: '/api/merchant/payment-links/:id',
  audience: 'merchant-manager',
  summary: 'Update, pause or resume a payment link',
  params: z.strictObject({ id: idParam }),
  body: paymentLinkChange,
  optionFields: linkOptionFields,
  output: paymentLink,
  errors: ['invalid-option'],
})

const slugParam = z.strictObject({ slug: z.string().min(1).max(64) })

/** The public view of a link. */
export const publicLink = z.strictObject({
  slug: z.string(),
  storeName: z.string(),
  brand: shopBrand,
  title: z.string(),
  description: z.string().nullable(),
  currency: z.string(),
  amount: z.string().nullable(),
  minAmount: z.string().nullable(),
  maxAmount: z.string().nullable(),
  askName: z.enum(askings),
  askEmail: z.enum(askings),
  status: z.enum(linkStatuses),
})
export type PublicLink = z.infer<typeof publicLink>

export const getPublicLink = call({
  method: 'GET',
  path: '/api/payment-links/:slug',
  audience: 'public',
  summary: 'Retrieve a payment link as its customers see it',
  params: slugParam,
  output: publicLink,
})

export const linkUse = z.strictObject({
  /** For a link without a fixed amount. */
  amount: emptyAsAbsent(amount),
  name: emptyAsAbsent(text(120)),
  email: emptyAsAbsent(email),
})

export const usePaymentLink = call({
  method: 'POST',
  path: '/api/payment-links/:slug/invoices',
  audience: 'public',
  summary: 'Use a payment link. Creates the invoice that the customer pays',
  params: slugParam,
  body: linkUse,
  output: z.strictObject({ invoiceId: z.string(), checkoutLink: z.string() }),
  errors: [
    'payment-link-closed',
    'invalid-option',
    'not-configured',
    'engine-unavailable',
    'engine-refused',
    'idempotency-key-reused',
  ],
})
