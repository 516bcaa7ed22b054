import { z } from 'zod'
import { currency, positiveAmount } from './amounts.ts'
import { call } from './call.ts'
import { changedOptions, invoiceOptions, optionNames, savedOptions } from './invoices.options.ts'
import { done, id, idField, idParam, oneLine, shortListPage, text, timestamp, totpCode, usdAmount } from './scalars.ts'
import { tillItem } from './tills.items.ts'

/** A cashier's shift with its paid sales. Those of a closed one are as they were when it was closed. */
export const shift = z.strictObject({
  cashier: z.string(),
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
  sales: z.number().int(),
  total: z.string(),
  tips: z.string(),
})
export type Shift = z.infer<typeof shift>

const name = (maxLength: number, missing: string) =>
  z.string(missing).transform(oneLine).pipe(z.string().min(1, missing).max(maxLength))

const slug = z
  .string('Enter an address')
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/, 'Use 3 to 40 letters, digits and hyphens')

const tips = z.array(z.number().int().min(1).max(50)).max(3)

/** An item that is created with its till. */
const itemForm = z.strictObject({
  name: name(80, 'Enter a name'),
  category: text(40).nullable().default(null),
  price: positiveAmount(8, 'Please enter a valid amount').describe('In the till’s currency.'),
  stock: z.number().int().min(0).max(1_000_000).nullable().default(null),
})
export type TillItemForm = z.output<typeof itemForm>

const items = z
  .array(itemForm)
  .max(300, 'Add up to 300 items at once')
  .describe('Added to the catalog of all tills, except those that it has already with this name and price.')

const taxFields = {
  pricesIncludeTax: z.boolean().describe('Whether prices are with sales tax. Otherwise it is added.'),
  keypadTaxRateId: idField.nullable().describe('The sales tax of amounts from the keypad. Null: none.'),
  receiptFooter: z.string().trim().max(200).nullable().describe('Printed below the total.'),
}

/** Refused by name if they are wrong, like any field that doesn't exist. */
const tillOptionFields = [...optionNames, 'currency']

export const tillForm = z.strictObject({
  name: name(60, 'Enter a name'),
  slug,
  currency: currency.default('USD'),
  tips: tips.default([]).describe('Percents that customers can add.'),
  items: items.default([]),
  pricesIncludeTax: taxFields.pricesIncludeTax.default(false),
  keypadTaxRateId: taxFields.keypadTaxRateId.default(null),
  receiptFooter: taxFields.receiptFooter.default(null),
  ...invoiceOptions,
})
export type TillForm = z.output<typeof tillForm>

/** Missing fields stay unchanged. */
export const tillChange = z
  .strictObject({ name: name(60, 'Enter a name'), tips, isActive: z.boolean(), ...taxFields, ...changedOptions })
  .partial()
export type TillChange = z.output<typeof tillChange>

export const deviceStatuses = ['waiting', 'expired', 'active', 'revoked'] as const

export const tillDevice = z.strictObject({
  id,
  name: z.string(),
  /** `waiting` for its link to be opened, until the link has `expired`. */
  status: z.enum(deviceStatuses),
  linkExpiresAt: timestamp,
  boundAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  lastUsedFrom: z.string().nullable(),
  createdBy: z.string(),
  /** What it can refund in a day without a manager. */
  dailyRefundLimitUsd: usdAmount,
  /** Five wrong PINs locked its refunds. */
  refundsLocked: z.boolean(),
})
export type TillDevice = z.infer<typeof tillDevice>

export const tillCashier = z.strictObject({ id, name: z.string() })
export type TillCashier = z.infer<typeof tillCashier>

export const till = z.strictObject({
  id,
  slug: z.string(),
  url: z.string(),
  name: z.string(),
  currency: z.string(),
  tips: z.array(z.number().int()),
  isActive: z.boolean(),
  pricesIncludeTax: z.boolean(),
  keypadTaxRateId: id.nullable(),
  receiptFooter: z.string().nullable(),
  /** The catalog’s items that have a price in its currency. */
  items: z.array(tillItem),
  devices: z.array(tillDevice),
  cashiers: z.array(tillCashier),
  /** The newest 10. */
  shifts: z.array(shift),
  /** Paid sales since midnight UTC. */
  today: z.strictObject({ sales: z.number().int(), total: z.string(), tips: z.string() }),
  createdAt: timestamp,
  /** The options of its invoices, only those that were set. */
  ...savedOptions,
})
export type Till = z.infer<typeof till>

const tillParam = z.strictObject({ id: idParam })
const deviceParam = z.strictObject({ id: idParam, deviceId: idParam })

export const listTills = call({
  method: 'GET',
  path: '/api/merchant/tills',
  audience: 'merchant',
  summary: 'List your tills with their items, devices and today’s sales',
  query: shortListPage,
  output: z.array(till),
})

export const createTill = call({
  method: 'POST',
  path: '/api/merchant/tills',
  audience: 'merchant-manager',
  summary: 'Create a till',
  body: tillForm,
  optionFields: tillOptionFields,
  output: till,
  errors: ['invalid-option', 'till-address-taken', 'too-many-tills', 'too-many-items'],
})

export const changeTill = call({
  method: 'PATCH',
  path: '/api/merchant/tills/:id',
  audience: 'merchant-manager',
  summary: 'Update, close or reopen a till',
  params: tillParam,
  body: tillChange,
  optionFields: tillOptionFields,
  output: till,
  errors: ['invalid-option'],
})

export const deviceForm = z.strictObject({ name: name(60, 'Enter a name') })

export const addTillDevice = call({
  method: 'POST',
  path: '/api/merchant/tills/:id/devices',
  audience: 'merchant-manager',
  summary: 'Create a link that binds one device to the till. It works once, within an hour, and is shown once',
  params: tillParam,
  body: deviceForm,
  output: z.strictObject({ ...tillDevice.shape, link: z.string() }),
  secret: true,
  errors: ['too-many-till-devices'],
})

export const revokeTillDevice = call({
  method: 'DELETE',
  path: '/api/merchant/tills/:id/devices/:deviceId',
  audience: 'merchant-manager',
  summary: 'Revoke a device or its unused link. It is locked out immediately',
  params: deviceParam,
  output: done,
})

export const pin = z.string('Enter a PIN').regex(/^\d{6,12}$/, 'Use 6 to 12 digits')

export const cashierForm = z.strictObject({ name: name(60, 'Enter a name'), pin })

const cashierParam = z.strictObject({ id: idParam, cashierId: idParam })

export const addTillCashier = call({
  method: 'POST',
  path: '/api/merchant/tills/:id/cashiers',
  audience: 'merchant-manager',
  summary: 'Add a cashier with a PIN of at least 6 digits',
  params: tillParam,
  body: cashierForm,
  output: tillCashier,
  errors: ['too-many-till-cashiers'],
})

export const removeTillCashier = call({
  method: 'DELETE',
  path: '/api/merchant/tills/:id/cashiers/:cashierId',
  audience: 'merchant-manager',
  summary: 'Remove a cashier. The PIN stops working immediately',
  params: cashierParam,
  output: done,
})

export const changeTillDevice = call({
  method: 'PATCH',
  path: '/api/merchant/tills/:id/devices/:deviceId',
  audience: 'merchant-manager',
  summary: 'Set how much a device can refund in a day without a manager, of its own sales of that day',
  params: deviceParam,
  body: z.strictObject({
    dailyRefundLimitUsd: z
      .string()
      .regex(/^\d{1,7}(\.\d{1,2})?$/, 'Please enter a valid amount')
      .describe('In dollars. 0 means that a manager approves every refund.'),
    twoFactorToken: totpCode.optional(),
  }),
  output: tillDevice,
  errors: ['second-factor-needed', 'invalid-verification-code', 'withdrawals-paused', 'withdrawals-closed'],
})

export const unlockTillDevice = call({
  method: 'POST',
  path: '/api/merchant/tills/:id/devices/:deviceId/unlock',
  audience: 'merchant-manager',
  summary: 'Unlock the refunds of a device after 5 wrong PINs',
  params: deviceParam,
  recentPassword: true,
  output: tillDevice,
})

export const tillRefund = z.strictObject({
  id,
  till: z.string(),
  device: z.string(),
  cashier: z.string(),
  invoiceId: z.string(),
  /** Null: everything that is left of the sale. */
  amount: z.string().nullable(),
  saleTotal: z.string(),
  /** The part of the sales tax that goes back with it. */
  salesTax: z.string(),
  currency: z.string(),
  reason: z.string().nullable(),
  requestedAt: timestamp,
})
export type TillRefund = z.infer<typeof tillRefund>

export const listTillRefunds = call({
  method: 'GET',
  path: '/api/merchant/till-refunds',
  audience: 'merchant-manager',
  summary: 'List up to 100 refunds that cashiers request and that nobody has decided on yet, oldest first',
  query: shortListPage,
  output: z.array(tillRefund),
})

const refundParam = z.strictObject({ id: idParam })

export const approveTillRefund = call({
  method: 'POST',
  path: '/api/merchant/till-refunds/:id/approve',
  audience: 'merchant-manager',
  summary: 'Approve a refund that a cashier requests. Returns the link with which the customer claims it',
  params: refundParam,
  body: z.strictObject({ twoFactorToken: totpCode.optional() }),
  output: z.strictObject({ refundId: id, claimLink: z.string(), emailed: z.boolean() }),
  errors: [
    'not-configured',
    'nothing-to-refund',
    'refund-too-large',
    'amount-too-small',
    'second-factor-needed',
    'invalid-verification-code',
    'withdrawals-paused',
    'withdrawals-closed',
  ],
})

export const declineTillRefund = call({
  method: 'POST',
  path: '/api/merchant/till-refunds/:id/decline',
  audience: 'merchant-manager',
  summary: 'Decline a refund that a cashier requests',
  params: refundParam,
  output: done,
})
