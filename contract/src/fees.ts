import { z } from 'zod'
import { call } from './call.ts'
import { done, emptyAsAbsent, id, idParam, shortListPage, timestamp, totpCode } from './scalars.ts'

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
  summary: 'Retrieve the current fee schedule and the next scheduled one',
  output: z.strictObject({ current: feeSchedule, next: feeSchedule.nullable() }),
})

/** How many days before a change merchants must be notified: the terms promise it. */
export const feeNoticeDays = 30

export const plannedSchedule = feeSchedule.extend({
  id,
  state: z.enum(['past', 'current', 'upcoming', 'withdrawn']),
  createdAt: timestamp,
  /** Who announced it. The first schedule came with the platform. */
  createdBy: z.string().nullable(),
})
export type PlannedSchedule = z.infer<typeof plannedSchedule>

export const listFeeSchedules = call({
  method: 'GET',
  path: '/api/admin/fee-schedule',
  audience: 'admin',
  summary: 'List all fee schedules, latest first',
  query: shortListPage,
  output: z.array(plannedSchedule),
})

const percent = z
  .union([z.number(), z.string()], 'Enter a percentage')
  .transform(String)
  .refine((text) => /^\d{1,2}(\.\d{1,3})?$/.test(text), 'Enter a percentage with at most three decimals')
  .refine((text) => Number(text) <= 50, 'A fee can be at most 50%')

const twoFactorToken = emptyAsAbsent(totpCode)

export const feeScheduleForm = z
  .strictObject({
    invoiceProcessingPercent: percent,
    platformFeePercent: percent,
    partnerPoolPercent: percent,
    withdrawalFeePercent: percent,
    partnerWithdrawalFeePercent: percent,
    effectiveFrom: z.iso.datetime({ offset: true, error: 'Choose a date' }),
    twoFactorToken,
  })
  .refine(
    ({ platformFeePercent, partnerPoolPercent }) => Number(platformFeePercent) + Number(partnerPoolPercent) <= 50,
    {
      message: 'Platform fee and partner pool can be at most 50% together',
      path: ['platformFeePercent'],
    },
  )

const adminRefusals = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

export const scheduleFees = call({
  method: 'POST',
  path: '/api/admin/fee-schedule',
  audience: 'admin',
  summary: 'Schedule a fee change at least 30 days ahead. Merchants are emailed',
  body: feeScheduleForm,
  output: plannedSchedule,
  errors: ['notice-too-short', 'fees-already-planned', 'fees-unchanged', ...adminRefusals],
})

export const withdrawFees = call({
  method: 'POST',
  path: '/api/admin/fee-schedule/:id/withdraw',
  audience: 'admin',
  summary: 'Cancel a scheduled fee change before it takes effect. Merchants are emailed',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ twoFactorToken }),
  output: done,
  errors: ['not-found', ...adminRefusals],
})

const message = 'Markup fee must be a number between 0 and 50'

/** A merchant's markup in a request: 0 to 50 with at most three decimals, as a number or a plain decimal string. */
export const markupFeePercent = z
  .union([z.number(message), z.string(message).trim()], message)
  .transform(String)
  .pipe(z.string().regex(/^(?:\d|[1-4]\d)(?:\.\d{1,3})?$|^50(?:\.0{1,3})?$/, message))

/** How many days ahead an increase must be announced. */
export const markupNoticeDays = 30
