import { z } from 'zod'
import { positiveAmount } from './amounts.ts'
import { call } from './call.ts'
import { languages } from './languages.ts'
import { timeZone } from './lists.ts'
import { btcAmount, email, text, timestamp } from './scalars.ts'
import { saleTax, tillItem } from './tills.items.ts'
import { shift, tillCashier } from './tills.ts'

const slugParam = z.strictObject({ slug: z.string().min(1).max(64) })
const saleParam = z.strictObject({ slug: z.string().min(1).max(64), saleId: z.uuid() })

/** Either an item of the till, or an amount from the keypad. */
const saleLine = z.union([
  z.strictObject({
    itemId: z.number().int().positive().max(2_147_483_647),
    quantity: z.number().int().min(1).max(999),
    choices: z
      .array(z.string().max(40))
      .max(6)
      .optional()
      .describe(
        'The name of the choice in each of the item’s options, in their order. Empty: none. Default: the first.',
      ),
  }),
  z.strictObject({ amount: positiveAmount(8, 'Please enter a valid amount') }),
])

export const saleForm = z.strictObject({
  saleId: z.uuid().describe('Chosen by the device. Repeating it returns the first sale.'),
  lines: z.array(saleLine).min(1).max(100),
  discountPercent: z.number().int().min(0).max(99).default(0),
  tipPercent: z.number().int().min(0).max(50).default(0),
  note: text(120).optional(),
  total: z.string().max(30).describe('The total that the device shows. A different one is refused.'),
})
export type SaleForm = z.output<typeof saleForm>

export const saleStatuses = [
  'creating',
  'waiting',
  'partially-paid',
  'confirming',
  'paid',
  'paid-late',
  'expired',
  'invalid',
  'canceled',
] as const

export const sale = z.strictObject({
  saleId: z.string(),
  status: z.enum(saleStatuses),
  currency: z.string(),
  lines: z.array(
    z.strictObject({
      name: z.string().nullable(),
      /** The names of what was chosen. */
      choices: z.array(z.string()),
      price: z.string(),
      quantity: z.number().int(),
    }),
  ),
  subtotal: z.string(),
  discount: z.string(),
  /** Sales tax, by the rates that the sale was charged with. Part of the prices, or added to them. */
  tax: z.string(),
  taxes: z.array(z.strictObject({ name: z.string(), percent: z.string(), amount: z.string() })),
  pricesIncludeTax: z.boolean(),
  tip: z.string(),
  total: z.string(),
  note: z.string().nullable(),
  createdAt: timestamp,
  paidAt: timestamp.nullable(),
  /** How it was paid so far. */
  paidBy: z.enum(['on-chain', 'lightning']).nullable(),
  /** Null until the invoice is created. */
  invoiceId: z.string().nullable(),
  amountBtc: btcAmount.nullable(),
  dueBtc: btcAmount.nullable(),
  qrCodeData: z.string().nullable(),
  lightningInvoice: z.string().nullable(),
  expiresAt: timestamp.nullable(),
  /** The customer’s page, which has the receipt once it is paid. */
  checkoutLink: z.string().nullable(),
  /** The server’s clock. */
  now: timestamp,
})
export type Sale = z.infer<typeof sale>

export const posState = z.strictObject({
  storeName: z.string(),
  /** The path of the shop’s logo on this server. */
  logoUrl: z.string().nullable(),
  /** Of the texts that customers see: the till’s own, otherwise the merchant’s default. */
  customerLanguage: z.enum(languages),
  till: z.strictObject({
    slug: z.string(),
    name: z.string(),
    currency: z.string(),
    tips: z.array(z.number().int()),
    pricesIncludeTax: z.boolean(),
    /** The sales tax of amounts from the keypad. */
    keypadTax: saleTax.nullable(),
    receiptFooter: z.string().nullable(),
    items: z.array(tillItem),
  }),
  device: z.strictObject({ name: z.string(), refundsLocked: z.boolean() }),
  cashiers: z.array(tillCashier),
  /** The open shift of this device. */
  shift: shift.nullable(),
  /** Of this device, since midnight in the time zone of the request. */
  today: z.strictObject({ sales: z.number().int(), total: z.string(), tips: z.string() }),
  /** The newest of this device: open ones first. */
  sales: z.array(sale),
  /** One bitcoin in the till’s currency, if known. */
  rate: z.string().nullable(),
  now: timestamp,
})
export type PosState = z.infer<typeof posState>

export const bindDevice = call({
  method: 'POST',
  path: '/api/pos/:slug/device',
  audience: 'public',
  summary: 'Bind this device to a till with a link that works once. Sets the device’s cookie',
  params: slugParam,
  body: z.strictObject({ link: z.string().regex(/^[\w-]{20,100}$/) }),
  output: z.strictObject({ bound: z.boolean() }),
  errors: ['till-link-spent', 'too-many-attempts'],
})

export const getPosState = call({
  method: 'GET',
  path: '/api/pos/:slug',
  audience: 'till',
  summary: 'Retrieve the till with its items and this device’s sales of today',
  params: slugParam,
  query: z.strictObject({ tz: timeZone.optional() }),
  output: posState,
})

export const createSale = call({
  method: 'POST',
  path: '/api/pos/:slug/sales',
  audience: 'till',
  summary: 'Charge a sale. Creates its invoice. Repeating the same `saleId` returns the first one',
  params: slugParam,
  body: saleForm,
  output: sale,
  errors: [
    'sale-changed',
    'sold-out',
    'idempotency-key-reused',
    'not-configured',
    'engine-unavailable',
    'engine-refused',
    'price-unavailable',
    'too-many-attempts',
  ],
})

export const getSale = call({
  method: 'GET',
  path: '/api/pos/:slug/sales/:saleId',
  audience: 'till',
  summary: 'Retrieve a sale of this device',
  params: saleParam,
  output: sale,
})

export const cancelSale = call({
  method: 'POST',
  path: '/api/pos/:slug/sales/:saleId/cancel',
  audience: 'till',
  summary: 'Cancel an unpaid sale. A payment that still arrives counts',
  params: saleParam,
  output: sale,
  errors: ['sale-not-cancelable'],
})

export const emailSaleReceipt = call({
  method: 'POST',
  path: '/api/pos/:slug/sales/:saleId/receipt',
  audience: 'till',
  summary: 'Email the receipt of a paid sale to the customer',
  params: saleParam,
  body: z.strictObject({ email }),
  output: z.strictObject({ sent: z.boolean() }),
  errors: ['receipt-limit-reached', 'too-many-attempts'],
})

const cashierPin = {
  cashierId: z.number().int().positive().max(2_147_483_647),
  pin: z.string().regex(/^\d{6,12}$/, 'Use 6 to 12 digits'),
}

export const openShift = call({
  method: 'POST',
  path: '/api/pos/:slug/shift',
  audience: 'till',
  summary: 'Open a cashier’s shift on this device. Sales belong to it until it is closed',
  params: slugParam,
  body: z.strictObject(cashierPin),
  output: shift,
  errors: ['wrong-pin', 'till-refunds-locked', 'shift-open', 'too-many-attempts'],
})

export const closeShift = call({
  method: 'POST',
  path: '/api/pos/:slug/shift/close',
  audience: 'till',
  summary: 'Close the shift of this device. Returns its figures',
  params: slugParam,
  output: shift,
})

export const requestTillRefund = call({
  method: 'POST',
  path: '/api/pos/:slug/sales/:saleId/refund',
  audience: 'till',
  summary:
    'Request a refund of a sale. Within the device’s daily limit it is offered at once, otherwise a manager decides',
  params: saleParam,
  body: z.strictObject({
    ...cashierPin,
    amount: positiveAmount(8, 'Please enter a valid amount').optional().describe('Everything when left out.'),
    reason: text(200).optional(),
  }),
  output: z.strictObject({
    status: z.enum(['requested', 'approved']),
    /** For the customer to claim an approved refund. */
    claimLink: z.string().nullable(),
  }),
  errors: [
    'wrong-pin',
    'till-refunds-locked',
    'refund-already-requested',
    'not-configured',
    'nothing-to-refund',
    'refund-too-large',
    'amount-too-small',
    'withdrawals-paused',
    'too-many-attempts',
  ],
})
