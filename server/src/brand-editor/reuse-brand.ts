import { type LegalTexts, legalNames, ourLegalTexts } from '@bitquay/contract/legal-text'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import { findPublished, listPublished, lockBrands, saveDraft } from '../platform-brand/index.ts'

/**
 * The draft becomes what an earlier version was. Its legal texts can't apply from their old days again, so a text that
 * isn't the present one has no day until an admin chooses one.
 */
export const reuseBrand = ({ db }: Deps, admin: Admin, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockBrands(tx)
    const version = await findPublished(tx, id)
    if (!version) throw new ApiError('not-found')
    const present = (await listPublished(tx, 1))[0]?.legal ?? ourLegalTexts
    await saveDraft(tx, { brand: version.brand, legal: withoutOldDays(version.legal, present), adminId: admin.id })
  })

const withoutOldDays = (legal: LegalTexts, present: LegalTexts): LegalTexts =>
  Object.fromEntries(
    legalNames.map((name) => {
      const { text } = legal[name]
      return [name, text === present[name].text ? present[name] : { text, from: '' }]
    }),
  ) as LegalTexts
