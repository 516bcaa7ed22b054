import { ourLegalTexts } from '@bitquay/contract/legal-text'
import { defaultBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import type { Db } from '../platform/db/connect.ts'
import { type BrandPages, findPreview, readLegal, readLegalState, readPlatformBrand } from './queries.ts'

const freshMs = 3_000

/**
 * Reads the brand for pages and documents, at most every 3 seconds, so that a change reaches every server without a
 * restart. While the database doesn't answer, pages keep what was read last.
 */
export type BrandReader = {
  read: () => Promise<PlatformBrand>
  /** The same with the legal texts. */
  readPages: () => Promise<BrandPages>
  /** Reads it again next time, because this server has changed it. */
  forget: () => void
  /** The draft, for a preview link. Undefined if the link doesn't work any more. */
  preview: (token: string) => Promise<BrandPages | undefined>
}

const ours: BrandPages['legal'] = {
  terms: { present: ourLegalTexts.terms, coming: [] },
  privacy: { present: ourLegalTexts.privacy, coming: [] },
}

export const createBrandReader = (db: Db): BrandReader => {
  let last: BrandPages = { brand: defaultBrand, legal: ours }
  let legalState = ''
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<BrandPages> | undefined
  const readLegalIfChanged = async () => {
    const state = JSON.stringify(await readLegalState(db))
    if (state === legalState) return last.legal
    const legal = await readLegal(db)
    legalState = state
    return legal
  }
  const readAgain = async () => {
    try {
      const brand = await readPlatformBrand(db)
      const legal = await readLegalIfChanged()
      // The same object for the same brand, so that what was made for it is used again.
      const isSame = JSON.stringify(brand) === JSON.stringify(last.brand)
      if (!isSame || legal !== last.legal) last = { brand: isSame ? last.brand : brand, legal }
    } catch {
      // What was read last is shown.
    }
    readAt = performance.now()
    reading = undefined
    return last
  }
  const readPages = () => {
    if (performance.now() - readAt < freshMs) return Promise.resolve(last)
    reading ??= readAgain()
    return reading
  }
  return {
    read: async () => (await readPages()).brand,
    readPages,
    forget: () => {
      readAt = Number.NEGATIVE_INFINITY
    },
    preview: (token) => findPreview(db, token),
  }
}
