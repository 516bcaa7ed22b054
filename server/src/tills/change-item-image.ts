import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { deleteImage, encodeImage, imagePath, imageUploads, saveImage } from '../images/index.ts'
import { lockMerchant } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { tillUsed } from './facts.ts'
import { isImageUsed, setItemImage } from './table.items.ts'

/** Twice what the largest tile needs. */
const imageSide = 320

type Shown = { imageUrl: string | null }

/** Stores a picture that we encoded ourselves. */
export const uploadItemImage = async (
  deps: Deps,
  person: MerchantPerson,
  id: number,
  upload: Buffer,
): Promise<Shown> => {
  const { merchantId } = person
  await requireAttempts(deps, [imageUploads(merchantId)])
  const image = await encodeImage(upload, imageSide)
  return changeImage(deps, merchantId, id, image.hash, (tx) => saveImage(tx, merchantId, 'item', image))
}

export const removeItemImage = (deps: Deps, { merchantId }: MerchantPerson, id: number): Promise<Shown> =>
  changeImage(deps, merchantId, id, null, () => Promise.resolve())

const changeImage = (
  deps: Deps,
  merchantId: number,
  id: number,
  hash: string | null,
  save: (tx: Tx) => Promise<unknown>,
): Promise<Shown> =>
  inTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, merchantId)
    await save(tx)
    const changed = await setItemImage(tx, { merchantId, id }, hash)
    if (!changed) throw new ApiError('not-found')
    await deleteUnusedImages(tx, merchantId, changed.before === null ? [] : [changed.before])
    await announce(tx, tillUsed, { merchantId })
    return { imageUrl: hash === null ? null : imagePath(hash) }
  })

/** The same picture may be on several items. The caller has locked the merchant. */
export const deleteUnusedImages = async (tx: Tx, merchantId: number, hashes: readonly string[]) => {
  for (const hash of new Set(hashes)) {
    if (!(await isImageUsed(tx, merchantId, hash))) await deleteImage(tx, merchantId, 'item', hash)
  }
}
