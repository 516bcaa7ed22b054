import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { type EncodedImage, encodeImage, imagePath } from '../images/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import {
  deleteUnusedPictures,
  findDraft,
  lockBrands,
  readPlatformBrand,
  saveBrandPicture,
  saveDraft,
} from '../platform-brand/index.ts'
import { logoUploads } from './limits.ts'

/** Twice what the icon of an installed till needs. */
const logoSide = 384
const leastSide = 128

/** Puts a logo into the draft. Pictures that no draft and no version uses any more are deleted. */
export const uploadLogo = async (deps: Deps, admin: Admin, upload: Buffer): Promise<void> => {
  await requireAttempts(deps, [logoUploads])
  const logo = await encodeImage(upload, logoSide)
  requireIcon(logo)
  await inTransaction(deps.db, async (tx) => {
    await lockBrands(tx)
    await saveBrandPicture(tx, logo, admin.id)
    const brand = (await findDraft(tx))?.brand ?? (await readPlatformBrand(tx))
    await saveDraft(tx, { brand: { ...brand, logo: imagePath(logo.hash) }, adminId: admin.id })
    await deleteUnusedPictures(tx)
  })
}

/** Browsers show it as the icon of a tab, which is square. */
const requireIcon = ({ width, height }: EncodedImage) => {
  if (Math.abs(width - height) > Math.max(width, height) / 50)
    throw new ApiError('unsupported-image', {
      message: 'The logo must be square. Crop the picture and upload it again.',
    })
  if (Math.min(width, height) < leastSide)
    throw new ApiError('unsupported-image', { message: 'The logo must have at least 128 × 128 pixels.' })
}
