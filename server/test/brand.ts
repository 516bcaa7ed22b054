import { defaultBrand } from '@bitquay/contract/platform-brand'
import type { Email } from '../src/mail/index.ts'

const ours = { present: { text: '', from: '' }, coming: [] }

/** What pages show while no operator has set a brand. */
export const ownBrand = {
  readPages: () => Promise.resolve({ brand: defaultBrand, legal: { terms: ours, privacy: ours } }),
  preview: () => Promise.resolve(undefined),
}

/** An email as someone without a time zone reads it. */
export const rendered = (email: Email) => email.render({ timeZone: null, brand: defaultBrand })
