import { type LegalTexts, ourLegalTexts } from '@bitquay/contract/legal-text'
import { completeBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** A version, with who saved or published it. */
export type SavedBrand = {
  id: number
  brand: PlatformBrand
  legal: LegalTexts
  savedAt: Date
  savedBy: string
  takesBack: number | null
}

const columns = sql`b.id, b.brand, b.legal, b.saved_at, coalesce(a.email, '') as saved_by, b.takes_back`
const from = sql`platform_brands b left join admins a on a.id = b.saved_by`

const complete = (saved: SavedBrand): SavedBrand => ({ ...saved, brand: completeBrand(saved.brand) })

/** The newest first. */
export const listPublished = async (db: Db | Tx, limit: number): Promise<SavedBrand[]> => {
  const { rows } = await sql<SavedBrand>`
    select ${columns} from ${from} where not b.is_draft order by b.id desc limit ${limit}`.execute(db)
  return rows.map(complete)
}

export const findPublished = async (db: Db | Tx, id: number): Promise<SavedBrand | undefined> => {
  const { rows } = await sql<SavedBrand>`select ${columns} from ${from} where not b.is_draft and b.id = ${id}`.execute(
    db,
  )
  return rows[0] && complete(rows[0])
}

export const findDraft = async (db: Db | Tx): Promise<SavedBrand | undefined> => {
  const { rows } = await sql<SavedBrand>`select ${columns} from ${from} where b.is_draft`.execute(db)
  return rows[0] && complete(rows[0])
}

type Draft = { brand: PlatformBrand; legal?: LegalTexts | undefined; adminId: number }

/** Nobody else saves, publishes or takes back anything until the transaction ends. */
export const lockBrands = (tx: Tx) => sql`lock table platform_brands in share row exclusive mode`.execute(tx)

/** Without legal texts, those of the draft stay, or those that were published last. */
export const saveDraft = async (tx: Tx, { brand, legal, adminId }: Draft) => {
  const texts = legal ?? (await findDraft(tx))?.legal ?? (await listPublished(tx, 1))[0]?.legal ?? ourLegalTexts
  await sql`
    insert into platform_brands (brand, legal, is_draft, saved_by)
    values (${JSON.stringify(brand)}, ${JSON.stringify(texts)}, true, ${adminId})
    on conflict (is_draft) where is_draft
    do update set brand = excluded.brand, legal = excluded.legal, saved_at = app_now(), saved_by = excluded.saved_by`.execute(
    tx,
  )
}

export const deleteDraft = (tx: Tx) => sql`delete from platform_brands where is_draft`.execute(tx)

export const insertPublished = async (
  tx: Tx,
  { brand, legal, adminId, takesBack }: Draft & { legal: LegalTexts; takesBack?: number },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into platform_brands (brand, legal, is_draft, saved_by, takes_back)
    values (${JSON.stringify(brand)}, ${JSON.stringify(legal)}, false, ${adminId}, ${takesBack ?? null}) returning id`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('The brand was not saved.')
  return row.id
}

/** Only the newest link works. */
export const savePreview = async (tx: Tx, hash: Buffer, minutes: number): Promise<Date | undefined> => {
  const { rows } = await sql<{ previewUntil: Date }>`
    update platform_brands set preview_hash = ${hash}, preview_until = app_now() + make_interval(mins => ${minutes})
    where is_draft returning preview_until`.execute(tx)
  return rows[0]?.previewUntil
}
