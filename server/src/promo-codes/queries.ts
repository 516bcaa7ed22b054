import type { PromoCode } from '@bitquay/contract/promo-codes'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Row = Omit<PromoCode, 'createdAt' | 'expiresAt' | 'usedAt' | 'revokedAt'> & {
  createdAt: Date
  expiresAt: Date | null
  usedAt: Date | null
  revokedAt: Date | null
}

/** Promo codes, newest first, with who made and who used them. The database's clock decides what has expired. */
export const listPromoCodes = async (db: Db): Promise<PromoCode[]> => (await readRows(db, sql`true`)).map(present)

export const findPromoCodeById = async (db: Db, id: number): Promise<PromoCode | undefined> =>
  (await readRows(db, sql`p.id = ${id}`)).map(present)[0]

const readRows = async (db: Db, where: ReturnType<typeof sql>) => {
  const { rows } = await sql<Row>`
    select p.id, p.code, p.description, p.created_at, a.name as created_by, p.expires_at, p.is_used, p.used_at, m.store_name as used_by,
      p.amount_saved_usd, p.transaction_hash, p.revoked_at,
      case when p.is_used then 'used' when p.revoked_at is not null then 'revoked'
        when p.expires_at <= app_now() then 'expired' else 'active' end as state
    from promo_codes p join admins a on a.id = p.created_by left join merchants m on m.id = p.used_by
    where ${where} order by p.id desc`.execute(db)
  return rows
}

const present = (row: Row): PromoCode => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  usedAt: row.usedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
