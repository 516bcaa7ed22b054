import type { Output } from '@bitquay/contract/call'
import { ourLegalTexts } from '@bitquay/contract/legal-text'
import type { getBrandOffice } from '@bitquay/contract/platform-brand.admin'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findDraft, listPlatformNames, listPublished, readPlatformBrand } from '../platform-brand/index.ts'

const longestHistory = 50

export const readOffice = async (db: Db | Tx): Promise<Output<typeof getBrandOffice>> => {
  const published = await readPlatformBrand(db)
  const draft = await findDraft(db)
  const history = await listPublished(db, longestHistory)
  return {
    published,
    publishedLegal: history[0]?.legal ?? ourLegalTexts,
    draft: draft
      ? { brand: draft.brand, legal: draft.legal, savedAt: draft.savedAt.toISOString(), savedBy: draft.savedBy }
      : null,
    history: history.map(({ id, brand, savedAt, savedBy, takesBack }) => ({
      id,
      brand,
      publishedAt: savedAt.toISOString(),
      publishedBy: savedBy,
      takesBack,
    })),
    reservedNames: await listPlatformNames(db),
  }
}
