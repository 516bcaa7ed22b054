import { mapBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import { type Action, adminScreens } from '../facts/index.ts'
import { type Email, type Fact as Line, renderEmail } from '../mail/index.ts'
import { listAdminEmails } from '../people/index.ts'

type Published = {
  id: number
  before: PlatformBrand
  after: PlatformBrand
  /** The admin who did it. */
  by: string
  publicUrl: string
}

const onPublished = (
  act: 'brand-published' | 'brand-taken-back',
  email: (about: Published) => Email,
): Action<Published> => ({
  act,
  entry: ({ id, before, after }) => ({
    subject: { kind: 'platform-brand', id },
    detail: Object.fromEntries(
      changesOf(before, after).map(({ name, from, to }) => [name, `${from} → ${to}`.slice(0, 300)]),
    ),
  }),
  emails: async (about, tx) => [{ to: await listAdminEmails(tx), ...email(about) }],
  screens: adminScreens('brand', 'acts'),
})

/** The name, addresses and figures that everyone sees have changed. */
export const brandPublished = onPublished('brand-published', (about) => brandPublishedEmail(about))
export const brandTakenBack = onPublished('brand-taken-back', (about) => brandTakenBackEmail(about))

export const brandPublishedEmail = (about: Published): Email =>
  renderEmail({
    subject: 'The platform’s brand was changed',
    paragraphs: [`${about.by} published new texts. Every page, email and document shows them now.`],
    facts: linesOf(about),
    action: { label: 'View brand', url: `${about.publicUrl}/admin/brand` },
    notice: { tone: 'caution', line: 'If this is wrong, open the page and choose Undo. It takes one click.' },
    publicUrl: about.publicUrl,
  })

export const brandTakenBackEmail = (about: Published): Email =>
  renderEmail({
    subject: 'A change of the platform’s brand was undone',
    paragraphs: [`${about.by} brought back the texts from before the last change.`],
    facts: linesOf(about),
    action: { label: 'View brand', url: `${about.publicUrl}/admin/brand` },
    publicUrl: about.publicUrl,
  })

const linesOf = ({ before, after }: Published): Line[] =>
  changesOf(before, after).map(({ name, from, to }) => [name, `${from} → ${to}`])

/** What the texts are called on the page. */
const names: Record<string, string> = {
  name: 'Name',
  domain: 'Domain',
  'addresses.support': 'Support address',
  'addresses.sales': 'Sales address',
  'addresses.technical': 'Technical address',
  'addresses.legal': 'Legal address',
  'addresses.privacy': 'Privacy address',
}
const nameOf = (path: string) => names[path] ?? `Figure: ${path.split('.')[1] ?? path}`

const changesOf = (before: PlatformBrand, after: PlatformBrand) => {
  const old = textsOf(before)
  return [...textsOf(after)].flatMap(([path, to]) => {
    const from = old.get(path) ?? ''
    return from === to ? [] : [{ name: nameOf(path), from, to }]
  })
}

const textsOf = (brand: PlatformBrand) => {
  const texts = new Map<string, string>()
  mapBrand(brand, (text, path) => {
    texts.set(path, text)
    return text
  })
  return texts
}
