import { aboutMeta } from './about.ts'
import { contactMeta } from './contact.ts'
import { brand, type PageMeta } from './content.ts'
import { getStartedMeta } from './get-started.ts'
import { helpMeta } from './help.ts'
import { homeMeta } from './landing.ts'
import { pricingMeta } from './pricing.ts'
import { privacyMeta } from './privacy.ts'
import { termsMeta } from './terms.ts'

/**
 * Titles and descriptions for browsers, search engines and link previews, by the name of the screen (frame/screens.ts).
 * Only the build reads all of them; a page loads its own.
 */
export const pages = {
  home: homeMeta,
  about: aboutMeta,
  contact: contactMeta,
  terms: termsMeta,
  privacy: privacyMeta,
  pricing: pricingMeta,
  help: helpMeta,
  getStarted: getStartedMeta,
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
} satisfies Record<string, PageMeta>
