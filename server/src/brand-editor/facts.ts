import {
  changedLegal,
  formatLegalDay,
  type LegalName,
  type LegalText,
  type LegalTexts,
} from '@bitquay/contract/legal-text'
import { mapBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import { type Action, adminScreens } from '../facts/index.ts'
import { listMerchantEmails } from '../fees/index.ts'
import { type Email, type Fact as Line, renderEmail } from '../mail/index.ts'
import { listAdminEmails } from '../people/index.ts'

type Published = {
  id: number
  before: PlatformBrand
  after: PlatformBrand
  /** The terms and the privacy policy. */
  legal: { before: LegalTexts; after: LegalTexts }
  /** The admin who did it. */
  by: string
  publicUrl: string
}

const onPublished = (
  act: 'brand-published' | 'brand-taken-back',
  email: (about: Published) => Email,
  legalEmail: (about: Published) => Email,
): Action<Published> => ({
  act,
  entry: (about) => ({
    subject: { kind: 'platform-brand', id: about.id },
    detail: Object.fromEntries(changesOf(about).map(({ name, from, to }) => [name, `${from} → ${to}`.slice(0, 300)])),
  }),
  emails: async (about, tx) => [
    { to: await listAdminEmails(tx), ...email(about) },
    // In the same transaction, so that each merchant gets one, whatever stops this server.
    ...(changedTerms(about) ? [{ to: await listMerchantEmails(tx), ...legalEmail(about), isMass: true }] : []),
  ],
  screens: adminScreens('brand', 'acts'),
})

/** The brand that everyone sees has changed. */
export const brandPublished = onPublished(
  'brand-published',
  (about) => brandPublishedEmail(about),
  (about) => legalChangedEmail(about),
)
export const brandTakenBack = onPublished(
  'brand-taken-back',
  (about) => brandTakenBackEmail(about),
  (about) => legalTakenBackEmail(about),
)

export const brandPublishedEmail = (about: Published): Email =>
  renderEmail({
    subject: 'The platform’s brand was changed',
    paragraphs: [`${about.by} published a new brand. Every page, email and document shows it now.`],
    facts: linesOf(about),
    action: { label: 'View brand', url: `${about.publicUrl}/admin/brand` },
    notice: { tone: 'caution', line: 'If this is wrong, open the page and choose Undo. It takes one click.' },
    publicUrl: about.publicUrl,
  })

export const brandTakenBackEmail = (about: Published): Email =>
  renderEmail({
    subject: 'A change of the platform’s brand was undone',
    paragraphs: [`${about.by} brought back the brand from before the last change.`],
    facts: linesOf(about),
    action: { label: 'View brand', url: `${about.publicUrl}/admin/brand` },
    publicUrl: about.publicUrl,
  })

const legalTitles: Record<LegalName, string> = { terms: 'Terms of Service', privacy: 'Privacy Policy' }

const changedTerms = ({ legal }: Pick<Published, 'legal'>) => changedLegal(legal.before, legal.after).length > 0

const titlesOf = ({ legal }: Pick<Published, 'legal'>) =>
  changedLegal(legal.before, legal.after).map((name) => legalTitles[name])

const joined = (titles: readonly string[]) => titles.join(' and ')

/** To every merchant, once for each publication. */
export const legalChangedEmail = (about: Published): Email => {
  const { legal, publicUrl } = about
  const changed = changedLegal(legal.before, legal.after)
  const [first = 'terms'] = changed
  return renderEmail({
    subject: `Changes to our ${joined(titlesOf(about))}`,
    paragraphs: [
      `We changed our ${joined(titlesOf(about))}. The new text applies from the day below. Until then the page shows both.`,
    ],
    facts: changed.map((name): Line => [`${legalTitles[name]}, from`, formatLegalDay(legal.after[name].from)]),
    action: { label: `Read the ${legalTitles[first]}`, url: `${publicUrl}/${first}` },
    publicUrl,
  })
}

/** To those who were told of the change. */
export const legalTakenBackEmail = (about: Published): Email => {
  const [first = 'terms'] = changedLegal(about.legal.before, about.legal.after)
  return renderEmail({
    subject: `The change of our ${joined(titlesOf(about))} was taken back`,
    paragraphs: ['We told you of a change. We have taken it back, and the text from before it applies.'],
    action: { label: `Read the ${legalTitles[first]}`, url: `${about.publicUrl}/${first}` },
    publicUrl: about.publicUrl,
  })
}

const linesOf = (about: Published): Line[] => changesOf(about).map(({ name, from, to }) => [name, `${from} → ${to}`])

/** What the texts are called on the page. */
const names: Record<string, string> = {
  name: 'Name',
  domain: 'Domain',
  logo: 'Logo',
  'colors.accent': 'Accent color',
  'colors.deep': 'Dark color',
  'addresses.support': 'Support address',
  'addresses.sales': 'Sales address',
  'addresses.technical': 'Technical address',
  'addresses.legal': 'Legal address',
  'addresses.privacy': 'Privacy address',
}
const nameOf = (path: string) => names[path] ?? `Figure: ${path.split('.')[1] ?? path}`

const changesOf = ({ before, after, legal }: Published) => {
  const old = textsOf(before)
  const texts = changedLegal(legal.before, legal.after).map((name) => ({
    name: legalTitles[name],
    from: describeLegal(legal.before[name]),
    to: describeLegal(legal.after[name]),
  }))
  return [...textsOf(after)]
    .flatMap(([path, to]) => {
      const from = old.get(path) ?? ''
      return from === to ? [] : [{ name: nameOf(path), from: shownOf(path, from), to: shownOf(path, to) }]
    })
    .concat(texts)
}

const describeLegal = ({ text, from }: LegalText) =>
  text === '' ? 'ours' : `${text.length} characters from ${formatLegalDay(from)}`

/** A picture's address says nothing to a reader. */
const shownOf = (path: string, value: string) => {
  if (value === '' && /^(logo|colors)/.test(path)) return 'ours'
  return path === 'logo' ? `picture ${value.slice(-8)}` : value
}

const textsOf = (brand: PlatformBrand) => {
  const texts = new Map<string, string>()
  mapBrand(brand, (text, path) => {
    texts.set(path, text)
    return text
  })
  return texts
}
