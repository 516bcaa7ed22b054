import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { EncodedImage } from './encode-image.ts'
import { hashOf } from './image-path.ts'

export type ImagePurpose = 'logo' | 'item' | 'link'

export const saveImage = (tx: Tx, merchantId: number, purpose: ImagePurpose, image: EncodedImage) =>
  tx
    .insertInto('images')
    .values({ merchantId, purpose, ...image, createdAt: tx.now })
    // Uploaded again, it counts as new.
    .onConflict((conflict) => conflict.constraint('images_unique').doUpdateSet({ createdAt: tx.now }))
    .execute()

/** Finds a picture of a merchant, or a logo of the platform, by its path. The same picture of two merchants has one path. */
export const findImage = async (db: Db, path: string) => {
  const hash = hashOf(path)
  if (hash === undefined) return undefined
  const { rows } = await sql<{ bytes: Buffer; mediaType: string }>`
    (select bytes, media_type from images where hash = ${hash} limit 1)
    union all select bytes, media_type from brand_pictures where hash = ${hash} limit 1`.execute(db)
  return rows[0]
}

/** Keeps the newest ones, because emails that were sent show the logo of their day. */
export const deleteOldImages = async (tx: Tx, merchantId: number, purpose: ImagePurpose, kept: number) => {
  await sql`
    delete from images where merchant_id = ${merchantId} and purpose = ${purpose} and hash in (
      select hash from images where merchant_id = ${merchantId} and purpose = ${purpose}
      order by created_at desc, hash offset ${kept}
    )`.execute(tx)
}

export const deleteImage = (tx: Tx, merchantId: number, purpose: ImagePurpose, hash: string) =>
  tx
    .deleteFrom('images')
    .where('merchantId', '=', merchantId)
    .where('purpose', '=', purpose)
    .where('hash', '=', hash)
    .execute()
