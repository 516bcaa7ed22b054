import { z } from 'zod'
import { call } from './call.ts'
import { timestamp } from './scalars.ts'

/** Percentages as numbers with at most three decimals, as set. */
export const feeSchedule = z.strictObject({
  invoiceProcessingPercent: z.number(),
  platformFeePercent: z.number(),
  partnerPoolPercent: z.number(),
  withdrawalFeePercent: z.number(),
  partnerWithdrawalFeePercent: z.number(),
  effectiveFrom: timestamp,
})
export type FeeSchedule = z.infer<typeof feeSchedule>

export const getFees = call({
  method: 'GET',
  path: '/api/fees',
  audience: 'public',
  summary: 'The fee schedule in force, and the one announced to follow it',
  output: z.strictObject({ current: feeSchedule, next: feeSchedule.nullable() }),
})
