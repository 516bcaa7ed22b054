import { z } from 'zod'
import { call } from './call.ts'
import { adminProof, btcAmount, id, idParam, shortListPage, text, timestamp, usdAmount } from './scalars.ts'

const adminRefusals = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

const money = z.strictObject({ btc: btcAmount, usd: usdAmount })

/** Fee invoices are numbered, so that people can name one. */
export const feeInvoiceNumber = (id: number) => `FI-${id}`

const feeInvoice = z.strictObject({
  number: z.string(),
  /** What it asked for when it was created. */
  amount: money,
  /** What is left to pay, at today’s price. */
  due: money,
  /** In the platform’s wallet. It stays valid, and whatever is paid to it pays the oldest fees first. */
  address: z.string(),
  createdAt: timestamp,
  /** Since when a part of it was asked for, on this invoice or on those that it replaced. */
  owedSince: timestamp,
  /** Since when new invoices are paused, or when they will be if nothing is paid. */
  pausedAt: timestamp.nullable(),
  pausesAt: timestamp.nullable(),
})
export type FeeInvoice = z.infer<typeof feeInvoice>

export const getFeeInvoice = call({
  method: 'GET',
  path: '/api/merchant/fee-invoice',
  audience: 'merchant',
  summary: 'Retrieve the open invoice for fees that can’t be collected from the wallet',
  output: z.strictObject({
    /** Null while nothing is asked for. */
    invoice: feeInvoice.nullable(),
    /** What was paid beyond the fees. It pays for later ones. */
    credit: money,
  }),
})

/** So long after its account was closed, what a merchant owes can be written off. */
export const writeOffDays = 90

/** Of the invoices for fees, what an admin sees. */
const feesOwed = z.strictObject({
  id,
  number: z.string(),
  merchantId: id,
  storeName: z.string(),
  /** Why the fees can’t be swept: only the merchant has the keys, or sweeps from its own BTCPay Server failed. */
  keys: z.enum(['merchant', 'own-server']),
  status: z.enum(['open', 'paid', 'forgiven', 'written-off']),
  amount: money,
  due: money,
  /** The part of partners in what is left to pay. They can withdraw it once it is paid. */
  partnerShare: money,
  owedSince: timestamp,
  days: z.number().int(),
  /** Until then nothing pauses. */
  extendedUntil: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  /** From when on the rest can be written off, because the account is closed. */
  writeOffFrom: timestamp.nullable(),
  pausedAt: timestamp.nullable(),
  /** When new invoices of this merchant pause. */
  pause: z.strictObject({ afterDays: z.number().int(), aboveUsd: usdAmount }),
})
export type FeesOwed = z.infer<typeof feesOwed>

export const listFeesOwed = call({
  method: 'GET',
  path: '/api/admin/fees-owed',
  audience: 'admin',
  summary: 'List fee invoices: the open ones, oldest first, and those that ended in the last 90 days',
  query: shortListPage,
  output: z.array(feesOwed),
})

const params = z.strictObject({ id: idParam })
const reason = text(500).min(3, 'Enter a reason')
const decision = { reason, ...adminProof }

/** Of the longest extension. */
export const mostExtensionDays = 365

export const extendFeesOwed = call({
  method: 'POST',
  path: '/api/admin/fees-owed/:id/extend',
  audience: 'admin',
  summary: 'Give a merchant more time to pay its fee invoice. Logged with the reason',
  params,
  body: z.strictObject({
    days: z.coerce.number('Enter a number of days').int('Enter whole days').min(1).max(mostExtensionDays),
    ...decision,
  }),
  output: feesOwed,
  errors: ['not-found', 'conflict', ...adminRefusals],
})

export const changeFeesPause = call({
  method: 'POST',
  path: '/api/admin/fees-owed/:id/pause',
  audience: 'admin',
  summary: 'Set when new invoices of a merchant pause. Logged with the reason',
  params,
  body: z.strictObject({
    afterDays: z.coerce.number('Enter a number of days').int('Enter whole days').min(1).max(365),
    aboveUsd: z
      .string()
      .trim()
      .regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount in dollars'),
    ...decision,
  }),
  output: feesOwed,
  errors: ['not-found', 'conflict', ...adminRefusals],
})

export const forgiveFeesOwed = call({
  method: 'POST',
  path: '/api/admin/fees-owed/:id/forgive',
  audience: 'admin',
  summary: 'Forgive what is left of a fee invoice, with the partners’ pending shares. They are emailed',
  params,
  body: z.strictObject(decision),
  output: feesOwed,
  errors: ['not-found', 'conflict', ...adminRefusals],
})

export const writeOffFeesOwed = call({
  method: 'POST',
  path: '/api/admin/fees-owed/:id/write-off',
  audience: 'admin',
  summary: 'Write off what a merchant owes whose account was closed 90 days ago, with the partners’ pending shares',
  params,
  body: z.strictObject(decision),
  output: feesOwed,
  errors: ['not-found', 'conflict', ...adminRefusals],
})
