import {
  changedLegal,
  formatLegalDay,
  type LegalName,
  type LegalText,
  type LegalTexts,
  legalNames,
} from '@bitquay/contract/legal-text'
import { type AddressName, type FigureName, figureNames, type PlatformBrand } from '@bitquay/contract/platform-brand'
import * as t from './messages.ts'

/** The form is flat: one field for each text, named by its path. */
export type BrandFields = Record<string, string>

export const addressFields: { name: AddressName; label: string }[] = [
  { name: 'support', label: t.support },
  { name: 'sales', label: t.sales },
  { name: 'technical', label: t.technical },
  { name: 'legal', label: t.legal },
  { name: 'privacy', label: t.privacy },
]

/** A dot in a name would be read as a path. */
const fieldOf = (path: string) => path.replaceAll('.', '-')
export const addressField = (name: AddressName) => fieldOf(`addresses.${name}`)
export const colorNames = ['accent', 'deep'] as const
export const colorField = (name: (typeof colorNames)[number]) => fieldOf(`colors.${name}`)
export const legalField = (name: LegalName, part: keyof LegalText) => fieldOf(`legal.${name}.${part}`)
export const figureField = (name: FigureName, part: 'figure' | 'words') => fieldOf(`figures.${name}.${part}`)

export const toFields = ({ name, domain, addresses, figures, colors }: PlatformBrand): BrandFields => ({
  name,
  domain,
  ...Object.fromEntries(colorNames.map((color) => [colorField(color), colors[color].toUpperCase()])),
  ...Object.fromEntries(addressFields.map((field) => [addressField(field.name), addresses[field.name]])),
  ...Object.fromEntries(
    figureNames.flatMap((figure) => [
      [figureField(figure, 'figure'), figures[figure].figure],
      [figureField(figure, 'words'), figures[figure].words],
    ]),
  ),
})

export const legalTitles: Record<LegalName, string> = { terms: t.terms, privacy: t.privacyPolicy }

export const toLegalFields = (legal: LegalTexts): BrandFields =>
  Object.fromEntries(
    legalNames.flatMap((name) => [
      [legalField(name, 'text'), legal[name].text],
      [legalField(name, 'from'), legal[name].from],
    ]),
  )

export const fromLegalFields = (fields: BrandFields): LegalTexts =>
  Object.fromEntries(
    legalNames.map((name) => [
      name,
      { text: fields[legalField(name, 'text')] ?? '', from: fields[legalField(name, 'from')] ?? '' },
    ]),
  ) as LegalTexts

/** The logo is no field: it is saved as soon as it is chosen. */
export const fromFields = (fields: BrandFields, logo: string): PlatformBrand => {
  const read = (field: string) => fields[field] ?? ''
  return {
    name: read('name'),
    domain: read('domain'),
    logo,
    colors: Object.fromEntries(colorNames.map((name) => [name, read(colorField(name))])) as PlatformBrand['colors'],
    addresses: Object.fromEntries(
      addressFields.map(({ name }) => [name, read(addressField(name))]),
    ) as PlatformBrand['addresses'],
    figures: Object.fromEntries(
      figureNames.map((figure) => [
        figure,
        { figure: read(figureField(figure, 'figure')), words: read(figureField(figure, 'words')) },
      ]),
    ) as PlatformBrand['figures'],
  }
}

/** The field that the server found something wrong with. */
export const fieldOfPath = (path: string) => fieldOf(path)

/** What a draft would change, as `before → after`. */
export const listChanges = (before: PlatformBrand, after: PlatformBrand) => {
  const old = toFields(before)
  const texts = Object.entries(toFields(after)).flatMap(([field, text]) =>
    old[field] === text ? [] : [{ name: labelOf(field), from: old[field] || t.ours, to: text || t.ours }],
  )
  if (before.logo === after.logo) return texts
  const shown = ({ logo }: PlatformBrand) => (logo === '' ? t.ours : logo.slice(-8))
  return [{ name: t.logo, from: shown(before), to: shown(after) }, ...texts]
}

const labelOf = (field: string) => {
  if (field === 'name') return t.name
  if (field === 'domain') return t.domain
  if (field === colorField('accent')) return t.accent
  if (field === colorField('deep')) return t.deep
  const address = addressFields.find(({ name }) => addressField(name) === field)
  if (address) return address.label
  const number = figureNames.findIndex((figure) => field.startsWith(`figures-${figure}-`)) + 1
  return field.endsWith('-figure') ? t.figure({ number: String(number) }) : t.words({ number: String(number) })
}

/** The legal texts that a draft would change. */
export const listLegalChanges = (before: LegalTexts, after: LegalTexts) => {
  const describe = ({ text, from }: LegalText) =>
    text === '' ? t.ours : t.legalLength({ count: text.length, date: formatLegalDay(from) })
  return changedLegal(before, after).map((name) => ({
    name: legalTitles[name],
    from: describe(before[name]),
    to: describe(after[name]),
  }))
}
