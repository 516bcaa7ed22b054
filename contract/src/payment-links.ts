import { z } from 'zod'
import { currency, positiveAmount } from './amounts.ts'
import { mostUploadBytes, shopBrand, uploadedImage } from './brands.ts'
import { call } from './call.ts'
import { changedOptions, invoiceOptions, optionNames, savedOptions } from './invoices.options.ts'
import { declareList } from './lists.ts'
import { btcAmount, email, emptyAsAbsent, id, idParam, text, timestamp, usdAmount } from './scalars.ts'

export const linkStatuses = ['active', 'paused', 'expired', 'used-up'] as const

/** The words of the screen. */
export const linkStatusWords: Record<(typeof linkStatuses)[number], string> = {
  active: 'Active',
  paused: 'Paused',
  expired: 'Expired',
  'used-up': 'Used up',
}
export const askings = ['no', 'optional', 'required'] as const

const amount = positiveAmount(8, 'Please enter a valid amount')

/** At most this many of the same thing in one payment. */
export const mostQuantity = 1000
/** Amounts of a tip that a page offers. */
export const mostTips = 3
/** Whatever a page says about what it sells. */
export const longestStory = 2000

const fields = {
  title: text(120).min(1, 'Enter a title').describe('The title of the page.'),
  description: text(longestStory)
    .nullable()
    .describe('What the payment is for, in a few sentences. The customer sees it.'),
  currency: currency.describe('The currency of the amounts. GET /api/v1/currencies lists what you can use.'),
  amount: amount
    .nullable()
    .describe('A fixed amount. If null, the customer chooses, within the minimum and maximum if set.'),
  minAmount: amount.nullable().describe('The minimum a customer can choose.'),
  maxAmount: amount.nullable().describe('The maximum a customer can choose.'),
  maxQuantity: z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(1, 'Use at least 1')
    .max(mostQuantity, 'Use at most 1,000')
    .describe('How many a customer can take in one payment. Above 1, the fixed amount is the price of one.'),
  tips: z
    .array(amount)
    .max(mostTips, 'Use at most 3 tips')
    .describe('Up to 3 amounts that the page offers as a tip, in the link’s currency. Empty, it asks for no tip.'),
  askName: z.enum(askings).describe('Whether the page asks for the customer’s name.'),
  askEmail: z.enum(askings).describe('Whether the page asks for the customer’s email address.'),
  askNote: z.enum(askings).describe('Whether the page asks for a note. It is saved in `metadata.customerNote`.'),
  maxPayments: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe(
      'The maximum number of payments. An invoice that can still be paid counts as one, and an invoice for several as that many.',
    ),
  expiresAt: timestamp.nullable().describe('When the link expires.'),
}

export const paymentLinkForm = z.strictObject({
  title: fields.title,
  description: fields.description.default(null),
  currency: fields.currency.default('USD'),
  amount: fields.amount.default(null),
  minAmount: fields.minAmount.default(null),
  maxAmount: fields.maxAmount.default(null),
  maxQuantity: fields.maxQuantity.default(1),
  tips: fields.tips.default([]),
  askName: fields.askName.default('no'),
  askEmail: fields.askEmail.default('no'),
  askNote: fields.askNote.default('no'),
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
    maxQuantity: z.number().int().describe('How many a customer can take in one payment.'),
    tips: z.array(z.string()).describe('The amounts that the page offers as a tip.'),
    askName: z.enum(askings).describe('Whether the page asks for the customer’s name.'),
    askEmail: z.enum(askings).describe('Whether the page asks for the customer’s email address.'),
    askNote: z.enum(askings).describe('Whether the page asks for a note.'),
    imageUrl: z.string().nullable().describe('The path of its picture on this server.'),
    maxPayments: z.number().int().nullable().describe('The maximum number of payments.'),
    left: z.number().int().nullable().describe('How many payments are left. Null if there is no maximum.'),
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
    date: { width: '9rem', below: { 960: '8.5rem', 780: null }, area: 'd', sort: 'date' },
    gross: { width: '7rem', below: { 960: '6rem' }, area: 'g', sort: 'gross', numeric: true, always: true },
  },
  // Three lines: title and dollars, then amount and status, then payments, the date and when it ends.
  block: {
    below: 560,
    grid: '"t t g" auto "a a s" auto "p d s" auto / fit-content(50%) minmax(0, 1fr) auto',
    gap: '0.125rem 0.75rem',
  },
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

export const getPaymentLink = call({
  method: 'GET',
  path: '/api/merchant/payment-links/:id',
  audience: 'merchant',
  summary: 'Retrieve a payment link with what it received',
  params: z.strictObject({ id: idParam }),
  output: paymentLink,
})

export const uploadLinkImage = call({
  method: 'PUT',
  path: '/api/merchant/payment-links/:id/image',
  audience: 'merchant-manager',
  summary:
    'Upload the picture of a payment link. It is decoded, reduced to 1,024 pixels and encoded again, without its metadata',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ image: uploadedImage }),
  mostBodyBytes: mostUploadBytes,
  output: paymentLink,
  errors: ['unsupported-image', 'image-too-large', 'too-many-attempts'],
})

export const removeLinkImage = call({
  method: 'DELETE',
  path: '/api/merchant/payment-links/:id/image',
  audience: 'merchant-manager',
  summary: 'Remove the picture of a payment link',
  params: z.strictObject({ id: idParam }),
  output: paymentLink,
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
  imageUrl: z.string().nullable(),
  /** How many can be taken in one payment now. */
  maxQuantity: z.number().int(),
  /** Amounts in the link's currency. */
  tips: z.array(z.string()),
  askName: z.enum(askings),
  askEmail: z.enum(askings),
  askNote: z.enum(askings),
  /** How many payments are left. Null if there is no maximum. */
  left: z.number().int().nullable(),
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

/** A form sends text. */
const quantity = z.preprocess(
  (given) => (typeof given === 'string' && /^\d{1,4}$/.test(given.trim()) ? Number(given) : given),
  z.number('Enter a whole number').int('Enter a whole number').min(1, 'Enter a whole number').max(mostQuantity),
)

export const linkUse = z.strictObject({
  /** For a link without a fixed amount. */
  amount: emptyAsAbsent(amount),
  quantity: emptyAsAbsent(quantity),
  /** For a link that asks for tips, in its currency. It is added to the amount. */
  tip: emptyAsAbsent(amount),
  name: emptyAsAbsent(text(120)),
  email: emptyAsAbsent(email),
  note: emptyAsAbsent(text(300)),
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
