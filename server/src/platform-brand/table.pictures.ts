import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

type Picture = { hash: string; mediaType: string; bytes: Buffer }

export const saveBrandPicture = async (tx: Tx, { hash, mediaType, bytes }: Picture, adminId: number) => {
  await sql`
    insert into brand_pictures (hash, media_type, bytes, uploaded_by) values (${hash}, ${mediaType}, ${bytes}, ${adminId})
    on conflict (hash) do update set uploaded_at = app_now()`.execute(tx)
}

/** Whether a logo with this path was uploaded. */
export const hasBrandPicture = async (tx: Tx, path: string): Promise<boolean> => {
  const { rows } = await sql`select from brand_pictures where '/images/' || hash = ${path}`.execute(tx)
  return rows.length > 0
}

/** Deletes what was tried in a draft and never published. */
export const deleteUnusedPictures = (tx: Tx) =>
  sql`
  delete from brand_pictures p where not exists (
    select from platform_brands b where b.brand ->> 'logo' = '/images/' || p.hash)`.execute(tx)
