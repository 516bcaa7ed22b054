import { z } from 'zod'
import { call } from './call.ts'
import { alertKinds } from './notifications.ts'
import { revenueDays } from './revenue.ts'
import { btcAmount, id, timestamp, usdAmount } from './scalars.ts'

/** In percent, compared with the 30 days before the last 30. Missing when there is nothing to compare with. */
const growth = z.number().optional()

/**
 * `totalVolume`: booked payments. `totalPayouts`: confirmed merchant withdrawals. `totalWalletBalance`: all stores,
 * on-chain plus Lightning, with what is on hold for loop-outs.
 */
export const getDashboard = call({
  method: 'GET',
  path: '/api/admin/dashboard',
  audience: 'admin',
  summary: 'Retrieve the platform dashboard',
  output: z.strictObject({
    metrics: z.strictObject({
      totalVolume: usdAmount,
      totalPlatformRevenue: usdAmount,
      activeMerchants: z.number().int(),
      totalPayouts: usdAmount,
      totalWalletBalance: z.strictObject({ btc: btcAmount, usd: usdAmount }),
      volumeGrowth: growth,
      revenueGrowth: growth,
      payoutsGrowth: growth,
      /** Who joined in the last 30 days. Missing when nobody did. */
      newMerchants: z.number().int().optional(),
    }),
    topMerchants: z.array(z.strictObject({ id, storeName: z.string(), email: z.string(), revenue: usdAmount })),
    recentTransactions: z.array(
      z.strictObject({
        id,
        type: z.enum(['invoice', 'payout']),
        merchantName: z.string(),
        amountUsd: usdAmount.nullable(),
        status: z.enum(['pending', 'confirmed', 'failed']),
        createdAt: timestamp,
      }),
    ),
    operation: z.strictObject({
      engineReachable: z.boolean(),
      withdrawalsPaused: z.boolean(),
      /** The last finished audit of the ledger. */
      audit: z.strictObject({ at: timestamp, findings: z.number().int() }).nullable(),
    }),
  }),
})

const periodFigures = z.strictObject({
  /** Booked payments of customers. */
  volumeUsd: usdAmount,
  /** Merchants' withdrawals and refunds. */
  payoutsUsd: usdAmount,
  newMerchants: z.number().int(),
})

export const getDashboardPeriod = call({
  method: 'GET',
  path: '/api/admin/dashboard/period',
  audience: 'admin',
  summary: 'Retrieve volume, payouts and merchants of some days in UTC, and of as many days before',
  query: revenueDays,
  output: z.strictObject({
    now: periodFigures,
    before: periodFigures,
    activeMerchants: z.number().int(),
    /** Those with the most revenue in these days. */
    topMerchants: z.array(
      z.strictObject({
        id,
        storeName: z.string(),
        volumeUsd: usdAmount,
        revenueUsd: usdAmount,
        previousUsd: usdAmount,
        /** What arrived on each of the last 14 days, the oldest first. */
        recentDaysUsd: z.array(usdAmount),
      }),
    ),
    /** What all stores hold now, and what of the platform's own wallet belongs to nobody else. */
    wallets: z.strictObject({
      storesUsd: usdAmount,
      platformUsd: usdAmount,
      owedToPartnersUsd: usdAmount,
      owedForLoopOutsUsd: usdAmount,
      freeUsd: usdAmount,
      syncedAt: timestamp.nullable(),
    }),
  }),
})

/** What waits for a person. Each has one place to go. */
export const listAttention = call({
  method: 'GET',
  path: '/api/admin/dashboard/attention',
  audience: 'admin',
  summary: 'List what needs attention: open alerts, loop-out requests, applications and merchants',
  output: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('alert'),
        id,
        alert: z.enum(alertKinds),
        title: z.string(),
        sentence: z.string(),
        since: timestamp,
      }),
      /** The oldest one is named. */
      z.strictObject({
        kind: z.literal('loop-outs'),
        count: z.number().int(),
        storeName: z.string(),
        amountUsd: usdAmount,
        since: timestamp,
      }),
      z.strictObject({
        kind: z.literal('applications'),
        count: z.number().int(),
        businessName: z.string(),
        since: timestamp,
      }),
      z.strictObject({
        kind: z.literal('merchants'),
        count: z.number().int(),
        storeName: z.string(),
        since: timestamp,
      }),
    ]),
  ),
})

/** What a live platform needs before strangers pay through it. */
export const firstSteps = [
  'two-factor',
  'second-admin',
  'email',
  'wallet',
  'price',
  'btcpay',
  'explorer',
  'backup',
  'public-address',
  'test-payment',
] as const
export type FirstStep = (typeof firstSteps)[number]

export const getFirstSteps = call({
  method: 'GET',
  path: '/api/admin/first-steps',
  audience: 'admin',
  summary: 'Retrieve what a live platform still needs before it takes payments, each step measured',
  output: z.strictObject({
    /** False in the sandbox, and for good once all steps were done. */
    isShown: z.boolean(),
    steps: z.array(
      z.strictObject({
        step: z.enum(firstSteps),
        isDone: z.boolean(),
        /** The fact that proves it: a host, a source, an amount in bitcoin. */
        subject: z.string().nullable(),
        /** How many: admins, waiting emails, milliseconds, the height of a block. */
        count: z.number().int().nullable(),
        at: timestamp.nullable(),
      }),
    ),
  }),
})
