import * as calls from '@bitquay/contract/platform-brand.admin'
import type { Deps } from '../deps.ts'
import { hashToken, newToken } from '../platform/crypto/tokens.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { deleteDraft, hasBrandPicture, lockBrands, saveDraft, savePreview } from '../platform-brand/index.ts'
import { publishBrand, undoBrand } from './publish-brand.ts'
import { readOffice } from './read-office.ts'
import { reuseBrand } from './reuse-brand.ts'
import { uploadLogo } from './upload-logo.ts'

const previewMinutes = 30

/** The name, logo, colors, addresses, figures and legal texts of the platform: draft, preview, publication and history. */
export const brandEditorRoutes = (deps: Deps): Route[] => [
  route(calls.getBrandOffice, () => readOffice(deps.db)),
  route(calls.saveBrandDraft, async ({ body, person }) => {
    await inTransaction(deps.db, async (tx) => {
      await lockBrands(tx)
      await requireUploaded(tx, body.logo)
      const { legal, ...brand } = body
      await saveDraft(tx, { brand, legal, adminId: person.id })
    })
    return readOffice(deps.db)
  }),
  route(calls.reuseBrand, async ({ body, person }) => {
    await reuseBrand(deps, person, body.id)
    return readOffice(deps.db)
  }),
  route(calls.uploadBrandLogo, async ({ body, person }) => {
    await uploadLogo(deps, person, Buffer.from(body.image, 'base64'))
    return readOffice(deps.db)
  }),
  route(calls.discardBrandDraft, async () => {
    await inTransaction(deps.db, (tx) => deleteDraft(tx))
    return readOffice(deps.db)
  }),
  route(calls.previewBrand, async () => {
    const token = newToken()
    const until = await inTransaction(deps.db, (tx) => savePreview(tx, hashToken(token), previewMinutes))
    if (!until) throw new ApiError('not-found')
    return { url: `${deps.config.publicUrl}/about?preview=${token}`, expiresAt: until.toISOString() }
  }),
  route(calls.publishBrand, async ({ body, person, source }) => {
    await publishBrand(deps, person, body, source)
    return readOffice(deps.db)
  }),
  route(calls.undoBrand, async ({ body, person, source }) => {
    await undoBrand(deps, person, body.id, source)
    return readOffice(deps.db)
  }),
]

/** A picture of someone else, or one that was deleted meanwhile, is no logo. */
const requireUploaded = async (tx: Tx, logo: string) => {
  if (logo === '' || (await hasBrandPicture(tx, logo))) return
  const message = 'Upload the logo again'
  throw new ApiError('invalid-request', { message, fields: [{ path: 'logo', message }] })
}
