import { z } from 'zod'
import { shopBrand } from './brands.ts'
import { call } from './call.ts'
import { payMethods, shownOptions } from './invoices.options.ts'
import { sharedFields } from './invoices.ts'
import { btcAmount, email, emptyAsAbsent, text, timestamp, usdAmount } from './scalars.ts'

/** What a customer may see. */
export const checkout = z.strictObject({
  ...sharedFields,
  storeName: z.string(),
  /** The store has closed its account, so nobody should pay anymore. */
  storeClosed: z.boolean(),
  brand: shopBrand,
  rate: usdAmount.nullable(),
  now: timestamp,
  /** While our records can only be read: from when they are. Payments are still seen, but shown later. */
  readOnlyAsOf: timestamp.optional(),
  confirmationsNeeded: z.number().int(),
  /** The block that confirmed the last of its on-chain payments. Null until all of them are in a block. */
  confirmedInBlock: z.number().int().nullable(),
  /** Whether it expired and customers can still get a new price for it. */
  renewable: z.boolean(),
  /** Whether the invoice has the customer's email address, which isn't shown to everyone who has the link. */
  emailOnFile: z.boolean(),
  /** The shop has started a refund, so the customer needn't ask for one. */
  refunded: z.literal(true).optional(),
  /** Whether the page goes back to the shop when the invoice is paid. */
  redirectAutomatically: shownOptions.redirectAutomatically,
  /** Where the customer may return to without paying. */
  cancelUrl: shownOptions.cancelUrl,
  /** The method that is shown first. */
  defaultPaymentMethod: z.enum(payMethods).optional(),
  /** The language that the shop chose for this invoice. */
  language: shownOptions.language,
  payments: z.array(
    z.strictObject({
      method: z.enum(['on-chain', 'lightning']),
      txid: z.string(),
      amountBtc: btcAmount,
      confirmations: z.number().int(),
      blockHeight: z.number().int().nullable(),
      status: z.enum(['pending', 'confirmed', 'failed']),
      seenAt: timestamp,
    }),
  ),
})
export type Checkout = z.infer<typeof checkout>

export const getCheckout = call({
  method: 'GET',
  path: '/api/checkout/:invoiceId',
  audience: 'public',
  summary: 'Retrieve an invoice as its customer sees it',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: checkout,
})

export const openInvoice = call({
  method: 'POST',
  path: '/api/checkout/:invoiceId/open',
  audience: 'public',
  summary:
    'Open an invoice that has a due date: it gets an address and a Lightning invoice at the current rate, or keeps those that can still be paid. Other invoices stay as they are',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: checkout,
  errors: [
    'not-configured',
    'store-closed',
    'payments-paused',
    'engine-unavailable',
    'engine-refused',
    'price-unavailable',
    'too-many-attempts',
  ],
})

export const renewInvoice = call({
  method: 'POST',
  path: '/api/checkout/:invoiceId/new-price',
  audience: 'public',
  summary: 'Renew an invoice that expired unpaid, at the current rate. Repeating the call returns the same new invoice',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: z.strictObject({ invoiceId: z.string() }),
  errors: [
    'invoice-not-renewable',
    'payment-link-closed',
    'not-configured',
    'engine-unavailable',
    'engine-refused',
    'price-unavailable',
    'too-many-attempts',
  ],
})

export const mostCheckoutOrigins = 20

const originMessage = 'Enter the address of a site, such as https://shop.example.com, without a path'

/** As browsers send it: scheme, host and port, without the default port. No wildcards. */
export const siteOrigin = z
  .string(originMessage)
  .trim()
  .toLowerCase()
  .max(270, originMessage)
  .overwrite((origin) => origin.replace(/\/$/, '').replace(/^(https:\/\/[^:]+):443$|^(http:\/\/[^:]+):80$/, '$1$2'))
  .regex(/^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, originMessage)

const embedding = z.strictObject({
  origins: z.array(z.string()).describe('The sites that may show your checkout inside their pages.'),
})

export const getCheckoutOrigins = call({
  method: 'GET',
  path: '/api/merchant/checkout-origins',
  audience: 'merchant',
  summary: 'List the sites that may show your checkout inside their pages',
  output: embedding,
})

export const setCheckoutOrigins = call({
  method: 'PUT',
  path: '/api/merchant/checkout-origins',
  audience: 'merchant-manager',
  summary: 'Replace the list of sites that may show your checkout inside their pages',
  body: z.strictObject({
    origins: z
      .array(siteOrigin)
      .max(mostCheckoutOrigins, 'At most 20 sites')
      .describe('Such as https://shop.example.com. Plain http is accepted for this computer and in test mode only.'),
  }),
  recentPassword: true,
  output: embedding,
})

export const getFraming = call({
  method: 'GET',
  path: '/api/checkout/:invoiceId/framing',
  audience: 'public',
  summary: 'Whether the site that sends the request may show this checkout inside its page',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: z.strictObject({ allowed: z.boolean() }),
})

const params = z.strictObject({ invoiceId: z.string().min(1).max(100) })

/** The language of the page that requests it. Any other than the ones we have counts as none. */
const query = z.strictObject({ lang: z.string().max(35).optional() })

/** How often the receipt of one invoice can be emailed, by whomever and to whomever. */
export const mostReceiptEmails = 3

export const printReceipt = call({
  method: 'GET',
  path: '/api/checkout/:invoiceId/receipt',
  audience: 'public',
  summary: 'Download the receipt of a paid invoice as PDF',
  params,
  query,
  output: z.unknown(),
  media: 'application/pdf',
  errors: ['too-many-attempts'],
})

export const emailReceipt = call({
  method: 'POST',
  path: '/api/checkout/:invoiceId/receipt',
  audience: 'public',
  summary: 'Email the receipt of a paid invoice. Without an address it goes to the one on the invoice',
  params,
  query,
  body: z.strictObject({ email: emptyAsAbsent(email) }),
  // The address on the invoice is not for everyone who has the link, so the response doesn't hold it.
  output: z.strictObject({ sent: z.boolean() }),
  errors: ['receipt-limit-reached', 'too-many-attempts'],
})

export const reportForm = z.strictObject({
  reason: text(1000).min(1, 'Please tell us what’s wrong'),
  contact: emptyAsAbsent(text(254)),
})

export const reportCheckout = call({
  method: 'POST',
  path: '/api/checkout/:invoiceId/report',
  audience: 'public',
  summary: 'Report a checkout page to the operator',
  params,
  body: reportForm,
  output: z.strictObject({ reported: z.boolean() }),
  errors: ['too-many-attempts'],
})
