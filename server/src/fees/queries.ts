import type { FeeSchedule } from '@bitquay/contract/fees'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** The schedule in force, and the next one that was announced. */
export const findFeeSchedules = async (db: Db): Promise<{ current: FeeSchedule; next: FeeSchedule | null }> => {
  const [current, next] = await Promise.all([
    sql<Row>`
      select * from standing_fee_schedules where effective_from <= app_now() order by effective_from desc limit 1`.execute(
      db,
    ),
    sql<Row>`
      select * from standing_fee_schedules where effective_from > app_now() order by effective_from limit 1`.execute(
      db,
    ),
  ])
  if (!current.rows[0]) throw new Error('there is no fee schedule')
  return { current: present(current.rows[0]), next: next.rows[0] ? present(next.rows[0]) : null }
}

type Row = {
  invoiceProcessingPercent: string
  platformFeePercent: string
  partnerPoolPercent: string
  withdrawalFeePercent: string
  partnerWithdrawalFeePercent: string
  effectiveFrom: Date
}

// Percentages have at most three decimals, which a number carries exactly enough to print.
const present = (row: Row): FeeSchedule => ({
  invoiceProcessingPercent: Number(row.invoiceProcessingPercent),
  platformFeePercent: Number(row.platformFeePercent),
  partnerPoolPercent: Number(row.partnerPoolPercent),
  withdrawalFeePercent: Number(row.withdrawalFeePercent),
  partnerWithdrawalFeePercent: Number(row.partnerWithdrawalFeePercent),
  effectiveFrom: row.effectiveFrom.toISOString(),
})
