import { defaultBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import type { Db } from '../platform/db/connect.ts'
import { findPreview, readPlatformBrand } from './queries.ts'

const freshMs = 3_000

/**
 * Reads the brand for pages and documents, at most every 3 seconds, so that a change reaches every server without a
 * restart. While the database doesn't answer, pages keep what was read last.
 */
export type BrandReader = {
  read: () => Promise<PlatformBrand>
  /** Reads it again next time, because this server has changed it. */
  forget: () => void
  /** The draft, for a preview link. Undefined if the link doesn't work any more. */
  preview: (token: string) => Promise<PlatformBrand | undefined>
}

export const createBrandReader = (db: Db): BrandReader => {
  let last = defaultBrand
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<PlatformBrand> | undefined
  const readAgain = async () => {
    try {
      const brand = await readPlatformBrand(db)
      // The same object for the same brand, so that what was made for it is used again.
      if (JSON.stringify(brand) !== JSON.stringify(last)) last = brand
    } catch {
      // What was read last is shown.
    }
    readAt = performance.now()
    reading = undefined
    return last
  }
  return {
    read: () => {
      if (performance.now() - readAt < freshMs) return Promise.resolve(last)
      reading ??= readAgain()
      return reading
    },
    forget: () => {
      readAt = Number.NEGATIVE_INFINITY
    },
    preview: (token) => findPreview(db, token),
  }
}
