import { z } from 'zod'
import { call } from './call.ts'
import { btcAmount, id, timestamp, usdAmount } from './scalars.ts'

export const revenueRanges = ['7D', '30D', '90D', '12M'] as const
export type RevenueRange = (typeof revenueRanges)[number]

export const mostRevenueDays = 366

const dayMs = 86_400_000
const day = z.iso.date('Enter a day as YYYY-MM-DD')

const isShortRange = ({ from, to }: { from: string; to: string }) =>
  from <= to && Date.parse(to) - Date.parse(from) < mostRevenueDays * dayMs
const shortRange = `Choose up to ${mostRevenueDays} days`

/** The days in UTC from one to another, both included. */
export const revenueDays = z.strictObject({ from: day, to: day }).refine(isShortRange, shortRange)

/** Days or months in UTC that end today, or the days from one to another. */
const query = z
  .strictObject({ range: z.enum(revenueRanges).default('30D'), from: day.optional(), to: day.optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), 'Give both from and to, or neither')
  .refine(({ from, to }) => from === undefined || to === undefined || isShortRange({ from, to }), shortRange)

const money = { btc: btcAmount, usd: usdAmount }

export const feeKinds = ['deposit', 'lightning', 'withdrawal', 'other', 'forgiven'] as const

/** The words of the screen. */
export const feeKindWords: Record<(typeof feeKinds)[number], string> = {
  deposit: 'On-chain payments',
  lightning: 'Lightning payments',
  withdrawal: 'Withdrawals',
  other: 'Partner withdrawals',
  forgiven: 'Forgiven by promo codes',
}

/**
 * What revenue is made of: platform fee + markup + withdrawal fees − forgiven = revenue. The platform fee includes what
 * rounding leaves and the part of the partner pool that no partner holds.
 */
const sum = z.strictObject({
  platformFeeUsd: usdAmount,
  markupUsd: usdAmount,
  /** Of merchants' and partners' withdrawals, where the schedule has such a fee. */
  withdrawalFeesUsd: usdAmount,
  /** What promo codes forgave, as a positive amount. */
  forgivenUsd: usdAmount,
  revenueUsd: usdAmount,
})

/**
 * Dollars are those recorded when each fee was booked. A payment that was reversed counts against the day of its
 * reversal. The partners' share is no part of revenue.
 */
export const getRevenue = call({
  method: 'GET',
  path: '/api/admin/revenue',
  audience: 'admin',
  summary: 'Retrieve platform revenue over time, by merchant and by fee type, with partner shares paid and owed',
  query,
  output: z.strictObject({
    /** Null for the days from one to another. */
    range: z.enum(revenueRanges).nullable(),
    unit: z.enum(['day', 'month']),
    from: timestamp,
    /** The last day, included. */
    lastDay: z.string(),
    /** As many days or months right before, which everything is compared with. */
    previous: z.strictObject({ firstDay: z.string(), lastDay: z.string() }),
    total: z.strictObject(money),
    sum,
    previousSum: sum,
    /** The revenue of the range: what has arrived, and what merchants still owe. Both add up to it. */
    collectedUsd: usdAmount,
    owedUsd: usdAmount,
    overTime: z.array(
      z.strictObject({
        start: z.string(),
        revenueUsd: usdAmount,
        lightningUsd: usdAmount,
        fees: z.number().int(),
        /** The same place one period before. */
        previousUsd: usdAmount,
      }),
    ),
    /** The largest first, at most 50. */
    byMerchant: z.array(
      z.strictObject({
        merchantId: id,
        storeName: z.string(),
        fees: z.number().int(),
        revenue: z.strictObject(money),
        previousUsd: usdAmount,
        partnerShare: z.strictObject(money),
      }),
    ),
    /** All that is in no row of a merchant. */
    others: z.strictObject({
      merchants: z.number().int(),
      revenueUsd: usdAmount,
      previousUsd: usdAmount,
      partnerShareUsd: usdAmount,
    }),
    byKind: z.array(
      z.strictObject({
        kind: z.enum(feeKinds),
        fees: z.number().int(),
        revenue: z.strictObject(money),
        partnerShare: z.strictObject(money),
      }),
    ),
    partners: z.strictObject({
      /** Within the range. */
      earned: z.strictObject(money),
      /** In total: what was paid out, and what is still theirs, at today’s price. */
      paid: z.strictObject(money),
      owed: z.strictObject(money),
    }),
  }),
})

export const exportRevenue = call({
  method: 'GET',
  path: '/api/admin/revenue/export',
  audience: 'admin',
  summary: 'Download all fees in the range as CSV, with totals',
  query,
  output: z.unknown(),
  media: 'text/csv',
})
