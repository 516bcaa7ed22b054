import { z } from 'zod'
import { shopBrand } from './brands.ts'
import { call } from './call.ts'
import { payMethods, shownOptions } from './invoice-options.ts'
import { sharedFields } from './invoices.ts'
import { btcAmount, timestamp, usdAmount } from './scalars.ts'

/** What a customer may see. */
export const checkout = z.strictObject({
  ...sharedFields,
  storeName: z.string(),
  /** The store has closed its account, so nobody should pay anymore. */
  storeClosed: z.boolean(),
  brand: shopBrand,
  rate: usdAmount.nullable(),
  now: timestamp,
  confirmationsNeeded: z.number().int(),
  /** The block that confirmed the last of its on-chain payments. Null until all of them are in a block. */
  confirmedInBlock: z.number().int().nullable(),
  /** Whether it expired and customers can still get a new price for it. */
  renewable: z.boolean(),
  /** Whether the invoice has the customer's email address, which isn't shown to everyone who has the link. */
  emailOnFile: z.boolean(),
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
