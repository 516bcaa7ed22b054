import * as calls from '@bitquay/contract/platform-brand.admin'
import type { Deps } from '../deps.ts'
import { hashToken, newToken } from '../platform/crypto/tokens.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { deleteDraft, saveDraft, savePreview } from '../platform-brand/index.ts'
import { publishBrand, undoBrand } from './publish-brand.ts'
import { readOffice } from './read-office.ts'

const previewMinutes = 30

/** The name, addresses and figures of the platform: draft, preview, publication and history. */
export const brandEditorRoutes = (deps: Deps): Route[] => [
  route(calls.getBrandOffice, () => readOffice(deps.db)),
  route(calls.saveBrandDraft, async ({ body, person }) => {
    await inTransaction(deps.db, (tx) => saveDraft(tx, { brand: body, adminId: person.id }))
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
