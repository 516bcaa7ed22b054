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
  /** The path of the logo on this server. Empty: our mark. */
  logo: string
  /** As `#rrggbb`. Empty: ours. */
  colors: { accent: string; deep: string }
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
  logo: '',
  colors: { accent: '', deep: '' },
}

/** A version that was saved before the brand had all of today's fields has ours there. */
export const completeBrand = (saved: Partial<PlatformBrand>): PlatformBrand => ({ ...defaultBrand, ...saved })

/** The path of a logo as our encoder named it, by the hash of its bytes. */
const logoPath = /^(\/images\/[0-9a-f]{40})?$/

const own = 'own'

/** The style sheet with the logo and the colors. Its address holds all that it depends on. Undefined while both are ours. */
export const brandStylePath = ({ logo, colors }: Pick<PlatformBrand, 'logo' | 'colors'>): string | undefined => {
  if (logo === '' && colors.accent === '' && colors.deep === '') return undefined
  const parts = [colors.accent.slice(1), colors.deep.slice(1), logo.slice('/images/'.length)]
  return `/brand/${parts.map((part) => part || own).join('-')}.css`
}

/** What such an address says. Undefined if it is none. */
export const readBrandStylePath = (path: string): Pick<PlatformBrand, 'logo' | 'colors'> | undefined => {
  const found = /^\/brand\/([0-9a-f]{6}|own)-([0-9a-f]{6}|own)-([0-9a-f]{40}|own)\.css$/.exec(path)
  if (!found) return undefined
  const [accent = '', deep = '', logo = ''] = found.slice(1).map((part) => (part === own ? '' : part))
  return { logo: logo && `/images/${logo}`, colors: { accent: accent && `#${accent}`, deep: deep && `#${deep}` } }
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

const colorMessage = 'Enter a color such as #0F6E84, or leave the field empty'

const color = z
  .string(colorMessage)
  .trim()
  .toLowerCase()
  .regex(/^(#?[0-9a-f]{6})?$/, colorMessage)
  .overwrite((hex) => (hex === '' || hex.startsWith('#') ? hex : `#${hex}`))

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
  logo: z
    .string('Choose a picture')
    .regex(logoPath, 'Upload the logo')
    .describe('The path of the logo on this server. Empty: our mark.'),
  colors: z
    .strictObject({ accent: color, deep: color })
    .describe('Of buttons, and of dark surfaces. Pages adapt them until text on them is readable. Empty: ours.'),
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
  summary: 'Retrieve the name, logo, colors, addresses and figures of this platform',
  output: platformBrand,
})
