import { z } from 'zod'
import { call } from './call.ts'
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
