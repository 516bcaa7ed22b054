import { platformBrand } from './platform-brand.ts'

/**
 * What the prose of the public pages prints (landing.ts, about.ts, contact.ts, terms.ts, privacy.ts, get-started.ts). Name,
 * addresses and figures are the operator's, who sets them at /admin/brand.
 *
 * Fees are not here. Every page prints them from the fee schedule; in prose they are written as `{depositFee}` and the
 * like (see features/site/fee-figures.ts).
 */
const given = platformBrand()

export const brand = {
  name: given.name,
  /** For links in samples; never called. */
  domain: given.domain,
  /** When the legal pages were last changed. */
  legalUpdated: 'July 3, 2025',
  /** The server writes the current year into what the build draws, however old the build is. */
  copyrightYear: typeof document === 'undefined' ? '{{YEAR}}' : String(new Date().getFullYear()),
}

export const { addresses, figures } = given

/** A link that opens a mail with its subject written. */
export const mailto = (address: string, subject?: string) =>
  subject ? `mailto:${address}?subject=${encodeURIComponent(subject)}` : `mailto:${address}`

/** Times we promise. */
export const promises = {
  replyWithin: '24 hours',
  reviewWithin: '24 hours',
  noticeOfFeeChange: '30 days',
}

export const footerLine = `24/7 support, replies within ${promises.replyWithin}. © ${brand.copyrightYear} ${brand.name}`

export const sectors = [
  'gaming and entertainment',
  'sweepstakes and promotions',
  'digital asset marketplaces',
  'crypto trading platforms',
]

/** Unlisted pages are not offered to search engines. */
export type PageMeta = { title: string; description: string; unlisted?: boolean }
