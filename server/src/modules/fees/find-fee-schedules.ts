import type { FeeSchedule } from '@bitquay/contract/fees'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** What was announced and taken back before it came into force is no schedule. */
const stands = sql<boolean>`not exists (select from fee_schedule_withdrawals w where w.schedule_id = fee_schedules.id)`

/** The schedule in force, and the next one that was announced. */
export const findFeeSchedules = async (db: Db): Promise<{ current: FeeSchedule; next: FeeSchedule | null }> => {
  const [current, next] = await Promise.all([
    db
      .selectFrom('feeSchedules')
      .selectAll()
      .where(stands)
      .where('effectiveFrom', '<=', sql<Date>`app_now()`)
      .orderBy('effectiveFrom', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('feeSchedules')
      .selectAll()
      .where(stands)
      .where('effectiveFrom', '>', sql<Date>`app_now()`)
      .orderBy('effectiveFrom')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { current: present(current), next: next ? present(next) : null }
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
