/**
 * The texts an operator replaces: the name, the addresses, the claims and the figures. The prose of the pages is
 * beside this file (landing.ts, about.ts, contact.ts, terms.ts, privacy.ts, get-started.ts) and prints what is here.
 *
 * Fees are not here. Every page prints them from the fee schedule; in prose they are written as `{depositFee}` and the
 * like (see features/site/fee-figures.ts).
 */

export const brand = {
  name: 'Bitquay',
  /** For links in samples; never called. */
  domain: 'bitquay.com',
  /** When the legal pages were last changed. */
  legalUpdated: 'July 3, 2025',
  copyrightYear: new Date().getFullYear(),
}

export const addresses = {
  support: 'support@bitquay.com',
  sales: 'sales@bitquay.com',
  technical: 'tech@bitquay.com',
  legal: 'legal@bitquay.com',
  privacy: 'privacy@bitquay.com',
}

/** A link that opens a mail with its subject written. */
export const mailto = (address: string, subject?: string) =>
  subject ? `mailto:${address}?subject=${encodeURIComponent(subject)}` : `mailto:${address}`

/** A figure and the words below it, as painted on the quay wall. */
export type Figure = { figure: string; words: string }

export const figures = {
  businesses: { figure: '500+', words: 'approved businesses' },
  volume: { figure: '$50M+', words: 'processed monthly' },
  setup: { figure: '5 min', words: 'to set up' },
  uptime: { figure: '99.9%', words: 'uptime' },
  approval: { figure: '99.9%', words: 'merchant approval rate' },
  support: { figure: '24/7', words: 'support' },
} satisfies Record<string, Figure>

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
