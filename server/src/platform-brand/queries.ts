import { chooseLegal, type LegalName, type LegalTexts, legalNames, type ShownLegal } from '@bitquay/contract/legal-text'
import { completeBrand, defaultBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import { sql } from 'kysely'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** What everyone sees now. */
export const readPlatformBrand = async (db: Db | Tx): Promise<PlatformBrand> => {
  const { rows } = await sql<{ brand: PlatformBrand }>`
    select brand from platform_brands where not is_draft order by id desc limit 1`.execute(db)
  return completeBrand(rows[0]?.brand ?? defaultBrand)
}

export type BrandPages = { brand: PlatformBrand; legal: Record<LegalName, ShownLegal> }

const legalOf = (read: (name: LegalName) => ShownLegal) =>
  Object.fromEntries(legalNames.map((name) => [name, read(name)])) as BrandPages['legal']

/** More changes than that before one of them applies are not looked at. */
const mostVersions = 100

/** The legal texts that apply now, and those that were announced. */
export const readLegal = async (db: Db | Tx): Promise<BrandPages['legal']> => {
  const { rows } = await sql<{ legal: LegalTexts; today: string }>`
    select legal, ${today} as today from platform_brands where not is_draft order by id desc limit ${mostVersions}`.execute(
    db,
  )
  return legalOf((name) =>
    chooseLegal(
      rows.map(({ legal }) => legal),
      name,
      rows[0]?.today ?? '',
    ),
  )
}

const today = sql<string>`to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD')`

/** What the texts depend on: the newest version and the day. It is read often, and they are long. */
export const readLegalState = async (db: Db | Tx): Promise<{ version: number; today: string }> => {
  const { rows } = await sql<{ version: number | null; today: string }>`
    select max(id) as version, ${today} as today from platform_brands where not is_draft`.execute(db)
  return { version: rows[0]?.version ?? 0, today: rows[0]?.today ?? '' }
}

/** The draft, for someone who has its preview link. */
export const findPreview = async (db: Db, token: string): Promise<BrandPages | undefined> => {
  const { rows } = await sql<{ brand: PlatformBrand; legal: LegalTexts }>`
    select brand, legal from platform_brands where is_draft and preview_hash = ${hashToken(token)}
    and preview_until > app_now()`.execute(db)
  const [row] = rows
  if (!row) return undefined
  // A draft is shown with the texts that would apply.
  const legal = legalOf((name) => ({ present: row.legal[name], coming: [] }))
  return { brand: completeBrand(row.brand), legal }
}

/** The names that the platform has or had, newest first. */
export const listPlatformNames = async (db: Db | Tx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select brand ->> 'name' as name from platform_brands where not is_draft group by 1 order by max(id) desc`.execute(
    db,
  )
  return [...new Set([...rows.map(({ name }) => name), defaultBrand.name])]
}
