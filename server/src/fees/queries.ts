import type { FeeSchedule } from '@bitquay/contract/fees'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { SplitTerms } from './split-payment.ts'
import { scheduleAt } from './table.schedules.ts'

/** Returns the schedule in effect and the next announced one. */
export const findFeeSchedules = async (db: Db): Promise<{ current: FeeSchedule; next: FeeSchedule | null }> => {
  const [current, next] = await Promise.all([
    sql<Row>`${scheduleAt()}`.execute(db),
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

// Percentages have at most three decimals, which a number can print exactly.
const present = (row: Row): FeeSchedule => ({
  invoiceProcessingPercent: Number(row.invoiceProcessingPercent),
  platformFeePercent: Number(row.platformFeePercent),
  partnerPoolPercent: Number(row.partnerPoolPercent),
  withdrawalFeePercent: Number(row.withdrawalFeePercent),
  partnerWithdrawalFeePercent: Number(row.partnerWithdrawalFeePercent),
  effectiveFrom: row.effectiveFrom.toISOString(),
})

/** The terms under which a payment of this merchant is booked: now, or those of an earlier time, for the partners of that time. */
export const getTerms = async (tx: Tx, merchantId: number, at?: Date): Promise<SplitTerms> => {
  const time = at ? sql`${at}::timestamptz` : sql`app_now()`
  const { rows } = await sql<{
    platform: string
    pool: string
    markup: string
    partners: { partnerId: number; share: string }[]
  }>`
    select s.platform_fee_percent * 1000 as platform, s.partner_pool_percent * 1000 as pool,
      markup_percent_at(m.id, ${time}) * 1000 as markup,
      (select coalesce(json_agg(json_build_object('partnerId', p.id, 'share', (p.share_percentage * 100)::text) order by p.id), '[]')
       from partners p where p.is_active ${at ? sql`and p.created_at <= ${time}` : sql``}) as partners
    from merchants m, lateral (
      ${scheduleAt(time)}
    ) s
    where m.id = ${merchantId}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`merchant ${merchantId} does not exist`)
  return {
    platformFeeMilliPercent: whole(row.platform),
    partnerPoolMilliPercent: whole(row.pool),
    markupMilliPercent: whole(row.markup),
    partners: row.partners.map(({ partnerId, share }) => ({ partnerId, shareCentiPercent: whole(share) })),
  }
}

/** `numeric` keeps its decimals even if the value is whole. */
const whole = (text: string) => BigInt(text.split('.')[0] ?? '0')

/** Lists the email addresses of the owners of all active merchants. */
export const listMerchantEmails = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.selectFrom('merchants').select('email').where('isActive', '=', true).orderBy('id').execute()
  return rows.map(({ email }) => email)
}
