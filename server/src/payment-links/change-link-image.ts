import type { PaymentLink } from '@bitquay/contract/payment-links'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { deleteImage, encodeImage, imageUploads, saveImage } from '../images/index.ts'
import { lockMerchant } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { paymentLinkChanged } from './facts.ts'
import { getPaymentLink } from './queries.ts'
import { isLinkImageUsed, lockLink, setLinkImage } from './table.ts'

/** Twice as wide as the page shows it. */
const imageSide = 1024

/** Stores a picture that we encoded ourselves. */
export const uploadLinkImage = async (
  deps: Deps,
  person: MerchantPerson,
  id: number,
  upload: Buffer,
): Promise<PaymentLink> => {
  const { merchantId } = person
  await requireAttempts(deps, [imageUploads(merchantId)])
  const image = await encodeImage(upload, imageSide, { isPhoto: true })
  return changeImage(deps, person, id, image.hash, (tx) => saveImage(tx, merchantId, 'link', image))
}

export const removeLinkImage = (deps: Deps, person: MerchantPerson, id: number): Promise<PaymentLink> =>
  changeImage(deps, person, id, null, () => Promise.resolve())

const changeImage = (
  deps: Deps,
  actor: MerchantPerson,
  id: number,
  hash: string | null,
  save: (tx: Tx) => Promise<unknown>,
): Promise<PaymentLink> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = actor
    await lockMerchant(tx, merchantId)
    const before = await lockLink(tx, merchantId, id)
    if (!before) throw new ApiError('not-found')
    await save(tx)
    await setLinkImage(tx, id, hash)
    if (before.imageHash !== null && !(await isLinkImageUsed(tx, merchantId, before.imageHash))) {
      await deleteImage(tx, merchantId, 'link', before.imageHash)
    }
    const link = await getPaymentLink(tx, merchantId, id, deps.config.publicUrl)
    const detail = { title: before.title, changed: 'image' }
    await announce(tx, paymentLinkChanged, { id, merchantId, detail, link }, { actor })
    return link
  })
