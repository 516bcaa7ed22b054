import { z } from 'zod'
import { currency } from './amounts.ts'
import { call } from './call.ts'
import { period } from './lists.ts'
import { idParam, timestamp } from './scalars.ts'

export const reportNames = ['items', 'tills', 'cashiers', 'hours', 'months', 'tax'] as const
export type ReportName = (typeof reportNames)[number]

const filters = z.strictObject({
  ...period,
  tillId: idParam.optional(),
  cashierId: idParam.optional(),
  currency: currency
    .optional()
    .describe('The one with the most sales by default. Tills of other currencies are left out.'),
})
export type ReportFilter = z.output<typeof filters>

/** Items sold + sales tax + tips − fees = received. Refunds are taken off all but the fees, when they are paid. */
const figures = {
  /** How many items were sold, refunded or not. Amounts from the keypad count as one. */
  sold: z.number().int(),
  /** Before tax, after discounts and refunds. */
  items: z.string(),
  tax: z.string(),
}
const whole = {
  ...figures,
  tips: z.string(),
  fees: z.string(),
  received: z.string(),
  /** What customers got back. The other figures are without it. */
  refunds: z.string(),
}

export const reportRow = z.strictObject({
  /** The item, till, cashier or rate. `08` is an hour and `2026-11` a month in the time zone. Null: none. */
  name: z.string().nullable(),
  ...figures,
  /** Null where a row isn’t a part of sales as a whole: by item and by rate. */
  tips: z.string().nullable(),
  fees: z.string().nullable(),
  received: z.string().nullable(),
  refunds: z.string().nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

const report = z.strictObject({
  currency: z.string(),
  /** All currencies that tills of the merchant have. */
  currencies: z.array(z.string()),
  rows: z.array(reportRow),
  /** The same in every report with the same filters. */
  total: z.strictObject(whole),
  /** The hour after midnight until which sales count for the day before. */
  dayEndsHour: z.number().int(),
  /** When the figures were read. */
  at: timestamp,
})
export type Report = z.infer<typeof report>

const reportParam = z.strictObject({ report: z.enum(reportNames) })

export const getReport = call({
  method: 'GET',
  path: '/api/merchant/reports/:report',
  audience: 'merchant',
  summary: 'Sum the paid sales of your tills, less refunds, by item, till, cashier, hour, month or tax rate',
  params: reportParam,
  query: filters,
  output: report,
})

export const exportReport = call({
  method: 'GET',
  path: '/api/merchant/reports/:report/export',
  audience: 'merchant',
  summary: 'Download a report as CSV',
  params: reportParam,
  query: filters,
  output: z.unknown(),
  media: 'text/csv',
})
