import { z } from 'zod'
import { call } from './call.ts'
import { timeZone } from './lists.ts'
import { adminProof, done, id, idParam, oneLine, shortListPage, timestamp, usdAmount } from './scalars.ts'

/** The largest amount that a Lightning Address can accept: one bitcoin. */
export const mostSats = 100_000_000
export const mostCommentLength = 250

const wrongRange = 'Enter a whole number of sats, from 1 to 100,000,000'
const sats = z.number(wrongRange).int(wrongRange).min(1, wrongRange).max(mostSats, wrongRange)

const wrongName = 'Use 3 to 30 lowercase letters, digits, dots, hyphens or underscores'
export const addressName = z
  .string('Enter a name')
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{1,28}[a-z0-9]$/, wrongName)

export const lightningAddressForm = z
  .strictObject({
    name: addressName.describe('The part before the @.'),
    minSats: sats.default(100).describe('The smallest payment, in sats.'),
    maxSats: sats.default(10_000_000).describe('The largest payment, in sats.'),
    commentLength: z
      .number()
      .int()
      .min(0)
      .max(mostCommentLength)
      .default(200)
      .describe('The longest comment that a payer can send. 0 turns comments off.'),
    active: z.boolean().default(true).describe('Whether the address accepts payments.'),
  })
  .refine(({ minSats, maxSats }) => minSats <= maxSats, {
    path: ['maxSats'],
    message: 'The maximum is below the minimum',
  })
export type LightningAddressForm = z.output<typeof lightningAddressForm>

export const lightningAddress = z.strictObject({
  id,
  name: z.string(),
  /** What people enter in their wallet: `name@host`. */
  address: z.string(),
  /** The same as a bech32 LNURL, for a code that is printed. */
  lnurl: z.string(),
  minSats: z.number().int(),
  maxSats: z.number().int(),
  commentLength: z.number().int(),
  active: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type LightningAddress = z.infer<typeof lightningAddress>

const lightningAddressView = z.strictObject({
  /** The part after the @. */
  host: z.string(),
  /** Whether the store can be paid over Lightning now. */
  available: z.boolean(),
  address: lightningAddress.nullable(),
})

export const getLightningAddress = call({
  method: 'GET',
  path: '/api/merchant/lightning-address',
  audience: 'merchant',
  summary: 'Retrieve your Lightning Address. It is null until you choose a name',
  output: lightningAddressView,
})

export const getLightningPayments = call({
  method: 'GET',
  path: '/api/merchant/lightning-address/payments',
  audience: 'merchant',
  summary: 'Retrieve what your Lightning Address received this month, and its latest payments with their notes',
  query: z.strictObject({ tz: timeZone.optional().describe('The IANA time zone of the month. UTC by default.') }),
  output: z.strictObject({
    month: z.strictObject({
      usd: usdAmount,
      payments: z.number().int(),
      /** The median. Null without a payment. */
      usualUsd: usdAmount.nullable(),
    }),
    /** The latest five. */
    recent: z.array(
      z.strictObject({
        /** What the payer wrote. Empty without a note. */
        note: z.string(),
        usd: usdAmount,
        at: timestamp,
      }),
    ),
  }),
})

export const saveLightningAddress = call({
  method: 'PUT',
  path: '/api/merchant/lightning-address',
  audience: 'merchant-manager',
  summary:
    'Create or change your Lightning Address, with at most 3 new names in 30 days. A name that you give up stays reserved for you, or for 90 days if nobody ever paid to it',
  body: lightningAddressForm,
  output: lightningAddressView,
  errors: ['address-name-taken', 'too-many-address-names', 'too-many-name-changes'],
})

const params = z.strictObject({ id: idParam })

export const getLinkAddress = call({
  method: 'GET',
  path: '/api/merchant/payment-links/:id/lightning-address',
  audience: 'merchant',
  summary: 'Retrieve the Lightning Address of a payment link',
  params,
  output: lightningAddressView,
})

export const saveLinkAddress = call({
  method: 'PUT',
  path: '/api/merchant/payment-links/:id/lightning-address',
  audience: 'merchant-manager',
  summary: 'Create or change the Lightning Address of a payment link. The link’s own amounts also apply',
  params,
  body: lightningAddressForm,
  output: lightningAddressView,
  errors: ['address-name-taken', 'too-many-address-names', 'too-many-name-changes'],
})

const heldName = z.strictObject({
  id,
  name: z.string(),
  /** The title of the payment link that it is or was for. Null for the store's own. */
  paymentLink: z.string().nullable(),
  /** Since when the merchant doesn't use it. Null while it is in use. */
  retiredAt: timestamp.nullable(),
  lastPaidAt: timestamp.nullable(),
  /** Whether nobody paid to it in the last 12 months. */
  mayRelease: z.boolean(),
})
export type HeldName = z.infer<typeof heldName>

export const listLightningNames = call({
  method: 'GET',
  path: '/api/admin/merchants/:id/lightning-names',
  audience: 'admin',
  summary: 'List the Lightning names that a merchant holds, in use or not',
  params,
  query: shortListPage,
  output: z.array(heldName),
})

export const releaseNameForm = z.strictObject({
  reason: z
    .string('Enter a reason')
    .overwrite(oneLine)
    .min(3, 'Enter a reason')
    .max(300, 'A reason can have at most 300 characters'),
})

export const releaseLightningName = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/lightning-names/:nameId/release',
  audience: 'admin',
  recentPassword: true,
  summary: 'Release a Lightning name, so that others can choose it. Never one that was paid to in the last 12 months',
  params: z.strictObject({ id: idParam, nameId: idParam }),
  body: z.strictObject({ ...releaseNameForm.shape, ...adminProof }),
  output: done,
  errors: [
    'not-found',
    'name-in-use',
    'admin-waiting',
    'admin-second-factor-needed',
    'second-factor-missing',
    'invalid-verification-code',
  ],
})
