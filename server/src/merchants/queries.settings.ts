import { sql } from 'kysely'
import { detailColumns, type MerchantDetails } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'

export type MerchantSettings = MerchantDetails & {
  email: string
  isActive: boolean
  /** Since when nothing new can be created. */
  closingSince: Date | null
  closedAt: Date | null
  /** In effect now. */
  markupFeePercent: string
  nextMarkupPercent: string | null
  nextMarkupFrom: Date | null
  paymentLetters: boolean
  createdAt: Date
}

export const getMerchantSettings = async (db: Db, merchantId: number): Promise<MerchantSettings> => {
  const { rows } = await sql<MerchantSettings>`
    select ${sql.join(detailColumns.map((name) => sql.ref(`m.${name}`)))}, m.email::text as email, m.is_active, m.closing_since, m.closed_at, markup_percent_of(m.id) as markup_fee_percent,
      next.markup_fee_percent as next_markup_percent, next.effective_from as next_markup_from,
      exists (select from notification_settings s where s.person_kind = 'merchant' and s.person_id = m.id
        and s.kind = 'payment-received' and s.email) as payment_letters, m.created_at
    from merchants m left join lateral (
      select c.markup_fee_percent, c.effective_from from markup_changes c
      where c.merchant_id = m.id and c.cancelled_at is null and c.effective_from > app_now()
      order by c.effective_from, c.id limit 1
    ) next on true
    where m.id = ${merchantId}`.execute(db)
  const [settings] = rows
  if (!settings) throw new Error(`merchant ${merchantId} does not exist`)
  return settings
}
