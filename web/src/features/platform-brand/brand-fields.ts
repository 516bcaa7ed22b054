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
export const figureField = (name: FigureName, part: 'figure' | 'words') => fieldOf(`figures.${name}.${part}`)

export const toFields = ({ name, domain, addresses, figures }: PlatformBrand): BrandFields => ({
  name,
  domain,
  ...Object.fromEntries(addressFields.map((field) => [addressField(field.name), addresses[field.name]])),
  ...Object.fromEntries(
    figureNames.flatMap((figure) => [
      [figureField(figure, 'figure'), figures[figure].figure],
      [figureField(figure, 'words'), figures[figure].words],
    ]),
  ),
})

export const fromFields = (fields: BrandFields): PlatformBrand => {
  const read = (field: string) => fields[field] ?? ''
  return {
    name: read('name'),
    domain: read('domain'),
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
  return Object.entries(toFields(after)).flatMap(([field, text]) =>
    old[field] === text ? [] : [{ name: labelOf(field), from: old[field] ?? '', to: text }],
  )
}

const labelOf = (field: string) => {
  if (field === 'name') return t.name
  if (field === 'domain') return t.domain
  const address = addressFields.find(({ name }) => addressField(name) === field)
  if (address) return address.label
  const number = figureNames.findIndex((figure) => field.startsWith(`figures-${figure}-`)) + 1
  return field.endsWith('-figure') ? t.figure({ number: String(number) }) : t.words({ number: String(number) })
}
