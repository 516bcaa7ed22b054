import type { Brand } from '@bitquay/contract/brands'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { deleteOldImages, encodeImage, imageUploads, saveImage } from '../images/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { brandChanged } from './facts.ts'
import { readBrand } from './queries.ts'
import { saveBrand } from './table.ts'

/** Four times what the largest place for it needs. */
const logoSide = 256
const keptLogos = 5

export const uploadLogo = async (
  deps: Deps,
  person: MerchantPerson,
  upload: Buffer,
  source: Source,
): Promise<Brand> => {
  const { merchantId } = person
  await requireAttempts(deps, [imageUploads(merchantId)])
  const logo = await encodeImage(upload, logoSide)
  return inTransaction(deps.db, async (tx) => {
    await saveImage(tx, merchantId, 'logo', logo)
    const { logoHash: before } = await saveBrand(tx, merchantId, { logoHash: logo.hash })
    await deleteOldImages(tx, merchantId, 'logo', keptLogos)
    const detail = { field: 'logo', before, after: logo.hash }
    await announce(tx, brandChanged, { merchantId, detail }, { actor: person, source })
    return readBrand(tx, merchantId)
  })
}
