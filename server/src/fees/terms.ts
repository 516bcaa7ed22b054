import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { SplitTerms } from './split-payment.ts'

/** The terms under which a payment of this merchant is booked now. */
export const getTerms = async (tx: Tx, merchantId: number): Promise<SplitTerms> => {
  const { rows } = await sql<{
    platform: string
    pool: string
    markup: string
    partners: { partnerId: number; share: string }[]
  }>`
    select s.platform_fee_percent * 1000 as platform, s.partner_pool_percent * 1000 as pool,
      markup_percent_of(m.id) * 1000 as markup,
      (select coalesce(json_agg(json_build_object('partnerId', p.id, 'share', (p.share_percentage * 100)::text) order by p.id), '[]')
       from partners p where p.is_active) as partners
    from merchants m, lateral (
      select * from standing_fee_schedules where effective_from <= app_now() order by effective_from desc limit 1
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

/** `numeric` keeps its decimals although the value is whole by now. */
const whole = (text: string) => BigInt(text.split('.')[0] ?? '0')
