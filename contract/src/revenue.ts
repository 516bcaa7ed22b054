import { z } from 'zod'
import { call } from './call.ts'
import { btcAmount, id, timestamp, usdAmount } from './scalars.ts'

export const revenueRanges = ['7D', '30D', '90D', '12M'] as const
export type RevenueRange = (typeof revenueRanges)[number]

/** UTC days, ending today. Twelve months for `12M`. */
const range = z.enum(revenueRanges).default('30D')

const money = { btc: btcAmount, usd: usdAmount }

export const feeKinds = ['deposit', 'lightning', 'withdrawal', 'other'] as const

/**
 * Dollars are those recorded when each fee was booked. A payment that was reversed counts against the day of its
 * reversal.
 */
export const getRevenue = call({
  method: 'GET',
  path: '/api/admin/revenue',
  audience: 'admin',
  summary: 'Retrieve platform revenue over time, by merchant and by fee type, with partner shares paid and owed',
  query: z.strictObject({ range }),
  output: z.strictObject({
    range: z.enum(revenueRanges),
    unit: z.enum(['day', 'month']),
    from: timestamp,
    total: z.strictObject(money),
    overTime: z.array(
      z.strictObject({ start: z.string(), revenueUsd: usdAmount, lightningUsd: usdAmount, fees: z.number().int() }),
    ),
    byMerchant: z.array(
      z.strictObject({
        merchantId: id,
        storeName: z.string(),
        fees: z.number().int(),
        revenue: z.strictObject(money),
        partnerShare: z.strictObject(money),
      }),
    ),
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
  query: z.strictObject({ range }),
  output: z.unknown(),
  media: 'text/csv',
})
