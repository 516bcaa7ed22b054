import { z } from 'zod'
import { call } from './call.ts'
import { oneLine } from './scalars.ts'

/** What an operator sets instead of ours. Every page, email and document shows it. */

const addresses = { support: '', sales: '', technical: '', legal: '', privacy: '' }
export type AddressName = keyof typeof addresses
export const addressNames = Object.keys(addresses) as AddressName[]

/** A figure of the landing page and the words below it. */
export type Figure = { figure: string; words: string }

export const figureNames = ['businesses', 'volume', 'setup', 'uptime', 'approval', 'support'] as const
export type FigureName = (typeof figureNames)[number]

export type PlatformBrand = {
  name: string
  /** For links in samples, never called. */
  domain: string
  addresses: Record<AddressName, string>
  figures: Record<FigureName, Figure>
}

/** Until an operator sets another one. */
export const defaultBrand: PlatformBrand = {
  name: 'Bitquay',
  domain: 'bitquay.com',
  addresses: {
    support: 'support@bitquay.com',
    sales: 'sales@bitquay.com',
    technical: 'tech@bitquay.com',
    legal: 'legal@bitquay.com',
    privacy: 'privacy@bitquay.com',
  },
  figures: {
    businesses: { figure: '500+', words: 'approved businesses' },
    volume: { figure: '$50M+', words: 'processed monthly' },
    setup: { figure: '5 min', words: 'to set up' },
    uptime: { figure: '99.9%', words: 'uptime' },
    approval: { figure: '99.9%', words: 'merchant approval rate' },
    support: { figure: '24/7', words: 'support' },
  },
}

const lineOf = (longest: number, empty: string) =>
  z
    .string(empty)
    .overwrite(oneLine)
    .min(1, empty)
    .max(longest, `At most ${longest} characters`)
    // Signs that no name needs: some would be read as markup or turn the reading direction.
    .regex(/^[^\p{Cc}\p{Cf}<>{}]*$/u, 'Leave out signs such as < > { }')

const address = z
  .string('Enter an email address')
  .trim()
  .toLowerCase()
  .max(254, 'Enter an email address')
  .pipe(z.email('Enter an email address'))

const figure = z.strictObject({ figure: lineOf(12, 'Enter a figure'), words: lineOf(40, 'Enter a few words') })

/** The same as a form, and as what is stored. */
export const platformBrand = z.strictObject({
  name: lineOf(30, 'Enter a name').min(2, 'Enter at least 2 characters'),
  domain: z
    .string('Enter a domain such as example.com')
    .trim()
    .toLowerCase()
    .max(253, 'Enter a domain such as example.com')
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Enter a domain such as example.com'),
  addresses: z.strictObject({
    support: address,
    sales: address,
    technical: address,
    legal: address,
    privacy: address,
  }),
  figures: z.strictObject({
    businesses: figure,
    volume: figure,
    setup: figure,
    uptime: figure,
    approval: figure,
    support: figure,
  }),
})

/** Calls a function for each text of a brand and keeps its shape. `path` names the text, such as `addresses.support`. */
export const mapBrand = (brand: PlatformBrand, change: (text: string, path: string) => string): PlatformBrand => {
  const walk = (value: object, path: string): object =>
    Object.fromEntries(
      Object.entries(value).map(([name, each]: [string, string | object]) => {
        const place = path === '' ? name : `${path}.${name}`
        return [name, typeof each === 'string' ? change(each, place) : walk(each, place)]
      }),
    )
  return walk(brand, '') as PlatformBrand
}

/** Fills in the tokens that the build has written into pages (web/src/content/platform-brand.ts), such as `{{brand.name}}`. */
export const fillBrand = (text: string, brand: PlatformBrand, escape: (value: string) => string): string => {
  const values = new Map<string, string>()
  mapBrand(brand, (value, path) => {
    values.set(path, value)
    return value
  })
  return text.replace(/\{\{brand\.([a-zA-Z.]+)\}\}/g, (token, path: string) => {
    const value = values.get(path)
    return value === undefined ? token : escape(value)
  })
}

export const getPlatformBrand = call({
  method: 'GET',
  path: '/api/brand',
  audience: 'public',
  summary: 'Retrieve the name, addresses and figures of this platform',
  output: platformBrand,
})
