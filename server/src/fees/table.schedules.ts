import type { PlannedSchedule } from '@bitquay/contract/fees'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export const feeNames = {
  platformFeePercent: 'Platform fee per payment',
  partnerPoolPercent: 'Partner fee per payment',
  withdrawalFeePercent: 'Withdrawal fee',
  partnerWithdrawalFeePercent: 'Partner withdrawal fee',
  invoiceProcessingPercent: 'Invoice processing fee',
} as const
export type FeeName = keyof typeof feeNames
export type Percentages = Record<FeeName, string>

type Row = Percentages & {
  id: number
  effectiveFrom: Date
  createdAt: Date
  createdBy: string | null
  state: PlannedSchedule['state']
}

/** Lists all past, current and planned schedules, latest first. */
export const listFeeSchedules = async (db: Db): Promise<PlannedSchedule[]> => {
  const { rows } = await sql<Row>`
    select s.*, a.email as created_by,
      case
        when w.schedule_id is not null then 'withdrawn'
        when s.effective_from > app_now() then 'upcoming'
        when s.effective_from = (select max(effective_from) from standing_fee_schedules where effective_from <= app_now()) then 'current'
        else 'past'
      end as state
    from fee_schedules s left join admins a on a.id = s.created_by
      left join fee_schedule_withdrawals w on w.schedule_id = s.id
    order by s.effective_from desc, s.id desc`.execute(db)
  return rows.map(present)
}

const present = (row: Row): PlannedSchedule => ({
  id: row.id,
  state: row.state,
  invoiceProcessingPercent: Number(row.invoiceProcessingPercent),
  platformFeePercent: Number(row.platformFeePercent),
  partnerPoolPercent: Number(row.partnerPoolPercent),
  withdrawalFeePercent: Number(row.withdrawalFeePercent),
  partnerWithdrawalFeePercent: Number(row.partnerWithdrawalFeePercent),
  effectiveFrom: row.effectiveFrom.toISOString(),
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
})

/** Plan one change at a time, so that each is compared with the schedule that really precedes it. */
export const lockFeePlans = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('fee schedules'))`.execute(tx)
}

/** Returns the percentages in effect at a time. */
export const getPercentagesAt = async (tx: Tx, at: Date): Promise<Percentages> => {
  const { rows } = await sql<Percentages>`
    ${scheduleAt(sql`${at}`)}`.execute(tx)
  if (!rows[0]) throw new Error(`there is no fee schedule at ${at.toISOString()}`)
  return rows[0]
}

/** Returns undefined if another change starts at the same time. A canceled one doesn't count. */
export const insertFeeSchedule = async (tx: Tx, schedule: Percentages & { effectiveFrom: Date; createdBy: number }) => {
  const { rows } = await sql<{ id: number }>`
    insert into fee_schedules (invoice_processing_percent, platform_fee_percent, partner_pool_percent, withdrawal_fee_percent,
      partner_withdrawal_fee_percent, effective_from, created_by)
    select ${schedule.invoiceProcessingPercent}, ${schedule.platformFeePercent}, ${schedule.partnerPoolPercent},
      ${schedule.withdrawalFeePercent}, ${schedule.partnerWithdrawalFeePercent},
      ${schedule.effectiveFrom}::timestamptz + interval '1 microsecond' * (
        select count(*) from fee_schedules s join fee_schedule_withdrawals w on w.schedule_id = s.id
        where s.effective_from between ${schedule.effectiveFrom} and ${schedule.effectiveFrom}::timestamptz + interval '1 millisecond'
      ), ${schedule.createdBy}
    where not exists (select from standing_fee_schedules
      where effective_from between ${schedule.effectiveFrom} and ${schedule.effectiveFrom}::timestamptz + interval '1 millisecond')
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Cancels a schedule that is not in effect yet. Returns undefined if there is nothing to cancel. */
export const cancelFeeSchedule = async (tx: Tx, id: number, adminId: number) => {
  const { rows } = await sql<{ effectiveFrom: Date }>`
    with taken as (
      insert into fee_schedule_withdrawals (schedule_id, withdrawn_by)
      select id, ${adminId} from standing_fee_schedules where id = ${id} and effective_from > app_now()
      on conflict do nothing returning schedule_id
    )
    select s.effective_from from fee_schedules s join taken t on t.schedule_id = s.id`.execute(tx)
  return rows[0]?.effectiveFrom
}

export type MarkupState = {
  /** In effect now. */
  current: string
  /** The lowest that is in effect or announced, which a merchant may count on. */
  promised: string
  /** Whether a future change is announced. */
  announced: boolean
}

/** Locks the merchant, so that of two changes the second sees the first. */
export const lockMarkup = async (tx: Tx, merchantId: number): Promise<MarkupState | undefined> => {
  await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
  const { rows } = await sql<MarkupState>`
    select markup_percent_of(m.id) as current, least(markup_percent_of(m.id), (
      select min(c.markup_fee_percent) from markup_changes c
      where c.merchant_id = m.id and c.cancelled_at is null and c.effective_from > app_now()
    )) as promised,
      exists (select from markup_changes c
        where c.merchant_id = m.id and c.cancelled_at is null and c.effective_from > app_now()) as announced
    from merchants m where m.id = ${merchantId}`.execute(tx)
  return rows[0]
}

/** Saves a change and cancels announced ones that would start at the same time or later. */
export const saveMarkupChange = async (
  tx: Tx,
  change: { merchantId: number; markupFeePercent: string; effectiveFrom: Date; createdBy: number },
) => {
  await tx
    .updateTable('markupChanges')
    .set({ cancelledAt: tx.now })
    .where('merchantId', '=', change.merchantId)
    .where('cancelledAt', 'is', null)
    .where('effectiveFrom', '>', tx.now)
    .where('effectiveFrom', '>=', change.effectiveFrom)
    .execute()
  await tx
    .insertInto('markupChanges')
    .values({ ...change, createdAt: tx.now })
    .execute()
}

/** Query for the schedule in effect at a time, by default now. */
export const scheduleAt = (at = sql`app_now()`) =>
  sql`select * from standing_fee_schedules where effective_from <= ${at} order by effective_from desc limit 1`
