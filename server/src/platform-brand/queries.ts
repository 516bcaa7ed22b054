import { defaultBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import { sql } from 'kysely'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** What everyone sees now. */
export const readPlatformBrand = async (db: Db | Tx): Promise<PlatformBrand> => {
  const { rows } = await sql<{ brand: PlatformBrand }>`
    select brand from platform_brands where not is_draft order by id desc limit 1`.execute(db)
  return rows[0]?.brand ?? defaultBrand
}

/** The draft, for someone who has its preview link. */
export const findPreview = async (db: Db, token: string): Promise<PlatformBrand | undefined> => {
  const { rows } = await sql<{ brand: PlatformBrand }>`
    select brand from platform_brands where is_draft and preview_hash = ${hashToken(token)}
    and preview_until > app_now()`.execute(db)
  return rows[0]?.brand
}

/** The names that the platform has or had, newest first. */
export const listPlatformNames = async (db: Db | Tx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select brand ->> 'name' as name from platform_brands where not is_draft group by 1 order by max(id) desc`.execute(
    db,
  )
  return [...new Set([...rows.map(({ name }) => name), defaultBrand.name])]
}
