import type { Answer } from '@bitquay/contract/call'
import { toCents } from '@bitquay/contract/money'
import type { listTransactionDays } from '@bitquay/contract/transactions'
import type { Day } from '../../ui/list-surface/plain-date.ts'
import { daysIn, type Period } from './received-period.ts'

export type DayRow = Answer<typeof listTransactionDays>[number]

/**
 * Payments of some days, in cents. Fees and what was sent are positive: gross − fees = net. Pending ones are in none of
 * these.
 */
export type Received = { gross: bigint; fees: bigint; net: bigint; pending: bigint; sent: bigint; count: number }

/** A column of the chart: one day, or several. */
export type Bucket = Received & { from: Day; to: Day }

const nothing: Received = { gross: 0n, fees: 0n, net: 0n, pending: 0n, sent: 0n, count: 0 }

/** The days of a period in groups, with zeros for days without transactions. The last group may be shorter. */
export const groupDays = (rows: readonly DayRow[], period: Period, daysPerGroup: number): Bucket[] => {
  const byDay = new Map(rows.map((row) => [row.day, receivedOn(row)]))
  const days = daysIn(period)
  return Array.from({ length: Math.ceil(days.length / daysPerGroup) }, (_, index) => {
    const group = days.slice(index * daysPerGroup, (index + 1) * daysPerGroup)
    const [from, to] = [group[0] ?? period.from, group.at(-1) ?? period.to]
    return { from, to, ...addUp(group.map((day) => byDay.get(day) ?? nothing)) }
  })
}

export const addUp = (parts: readonly Received[]): Received =>
  parts.reduce(
    (sum, part) => ({
      gross: sum.gross + part.gross,
      fees: sum.fees + part.fees,
      net: sum.net + part.net,
      pending: sum.pending + part.pending,
      sent: sum.sent + part.sent,
      count: sum.count + part.count,
    }),
    nothing,
  )

const receivedOn = ({ payments, pendingPayments, sent }: DayRow): Received => ({
  gross: toCents(payments.grossUsd),
  fees: -toCents(payments.feeUsd),
  net: toCents(payments.netUsd),
  pending: toCents(pendingPayments.grossUsd),
  sent: -toCents(sent.grossUsd),
  count: payments.count,
})

/** The change in percent with one decimal, or undefined when there is nothing to compare with. */
export const compare = (now: bigint, before: bigint): number | undefined =>
  before > 0n ? Number(((now - before) * 1000n) / before) / 10 : undefined

/** A part of the whole in percent with one decimal, or undefined without a whole. */
export const shareOf = (part: bigint, whole: bigint): number | undefined =>
  whole > 0n ? Number((part * 1000n + whole / 2n) / whole) / 10 : undefined
