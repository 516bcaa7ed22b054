import { z } from 'zod'
import { call } from './call.ts'
import { currencies, positiveAmount } from './invoices.ts'
import { period, sortBy } from './lists.ts'
import { btcAmount, email, emptyAsAbsent, id, idParam, page, text, timestamp, usdAmount } from './scalars.ts'

export const linkStatuses = ['active', 'paused', 'expired', 'used-up'] as const
export const askings = ['no', 'optional', 'required'] as const

const amount = positiveAmount(8, 'Please enter a valid amount')

const fields = {
  title: text(120).min(1, 'Enter a title'),
  description: text(500).nullable(),
  currency: z.enum(currencies),
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
})
export type PaymentLinkForm = z.output<typeof paymentLinkForm>

/** Missing fields stay unchanged. */
export const paymentLinkChange = z.strictObject({ ...fields, paused: z.boolean() }).partial()
export type PaymentLinkChange = z.output<typeof paymentLinkChange>

export const paymentLink = z.strictObject({
  id,
  slug: z.string(),
  url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  currency: z.string(),
  amount: z.string().nullable(),
  minAmount: z.string().nullable(),
  maxAmount: z.string().nullable(),
  askName: z.enum(askings),
  askEmail: z.enum(askings),
  maxPayments: z.number().int().nullable(),
  expiresAt: timestamp.nullable(),
  paused: z.boolean(),
  status: z.enum(linkStatuses),
  /** Invoices that it created, how many of them are paid, and what was received. */
  invoices: z.number().int(),
  payments: z.number().int(),
  receivedBtc: btcAmount,
  receivedUsd: usdAmount,
  createdBy: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type PaymentLink = z.infer<typeof paymentLink>

export const createPaymentLink = call({
  method: 'POST',
  path: '/api/merchant/payment-links',
  audience: 'merchant-manager',
  summary: 'Create a payment link. Repeating the same Idempotency-Key returns the first one',
  body: paymentLinkForm,
  output: paymentLink,
  errors: ['idempotency-key-reused'],
})

/** Filters of a merchant's payment links. The range is of the time when they were created. */
export const linkFilter = {
  status: z.enum(linkStatuses).optional(),
  /** A part of the title or description. */
  search: text(200).optional(),
  ...period,
}

/** By date (newest first by default), or by the dollars received (`gross`). */
export const linkSort = sortBy('date', 'gross')

export const listPaymentLinks = call({
  method: 'GET',
  path: '/api/merchant/payment-links',
  audience: 'merchant',
  summary: 'List your payment links with what they received, newest first',
  query: z.strictObject({ ...page, ...linkFilter, sort: linkSort }),
  output: z.array(paymentLink),
})

export const exportPaymentLinks = call({
  method: 'GET',
  path: '/api/merchant/payment-links/export',
  audience: 'merchant',
  summary: 'Download your payment links as CSV, with the same filters',
  query: z.strictObject({ ...linkFilter, sort: linkSort }),
  output: z.unknown(),
  media: 'text/csv',
})

export const summarizePaymentLinks = call({
  method: 'GET',
  path: '/api/merchant/payment-links/summary',
  audience: 'merchant',
  summary: 'Counts and totals of your payment links, with the same filters',
  query: z.strictObject(linkFilter),
  output: z.strictObject({
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
})

export const changePaymentLink = call({
  method: 'PATCH',
  path: '/api/merchant/payment-links/:id',
  audience: 'merchant-manager',
  summary: 'Update, pause or resume a payment link',
  params: z.strictObject({ id: idParam }),
  body: paymentLinkChange,
  output: paymentLink,
})

const slugParam = z.strictObject({ slug: z.string().min(1).max(64) })

/** The public view of a link. */
export const publicLink = z.strictObject({
  slug: z.string(),
  storeName: z.string(),
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
  errors: ['payment-link-closed', 'not-configured', 'engine-unavailable', 'engine-refused', 'idempotency-key-reused'],
})
