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

/** Titles and descriptions for browsers, search engines and link previews, by the name of the screen (frame/screens.ts). */
export const pages = {
  home: {
    title: `${brand.name}: accept Bitcoin, keep the keys`,
    description:
      'Accept Bitcoin instantly, on-chain and over Lightning. Non-custodial, with no chargebacks, no bank freezes, and no setup or monthly fees.',
  },
  about: {
    title: `About · ${brand.name}`,
    description: `Our mission, story and values: Bitcoin payments for businesses that keep their own keys.`,
  },
  contact: {
    title: `Contact · ${brand.name}`,
    description: `Contact support or sales. Support is available 24/7 and replies within ${promises.replyWithin}.`,
  },
  terms: {
    title: `Terms of Service · ${brand.name}`,
    description: `The terms under which businesses use ${brand.name}, last updated ${brand.legalUpdated}.`,
  },
  privacy: {
    title: `Privacy Policy · ${brand.name}`,
    description: `What data ${brand.name} keeps, why and for how long, and how to view or delete it. Last updated ${brand.legalUpdated}.`,
  },
  pricing: {
    title: `Pricing · ${brand.name}`,
    description: 'What a Bitcoin payment costs: one fee per payment, no setup or monthly fees. Calculate your month.',
  },
  help: {
    title: `Help · ${brand.name}`,
    description: 'Short answers for merchants: getting paid, tills, refunds, fees, getting money out and lost phones.',
  },
  getStarted: {
    title: `Get Started · ${brand.name}`,
    description: `Apply for a merchant account in four steps. Applications are reviewed within ${promises.reviewWithin}.`,
  },
  login: {
    title: `Sign In · ${brand.name}`,
    description: `Sign in to ${brand.name} to see your payments, invoices and balances.`,
    unlisted: true,
  },
  resetPassword: {
    title: `Forgot Password · ${brand.name}`,
    description: `Choose a new password for your ${brand.name} account.`,
    unlisted: true,
  },
}
/** Unlisted pages are not offered to search engines. */
export type PageMeta = { title: string; description: string; unlisted?: boolean }
