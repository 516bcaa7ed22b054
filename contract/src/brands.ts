import { z } from 'zod'
import { call } from './call.ts'
import { oneLine } from './scalars.ts'

/** How large a picture may be, as a file and in pixels. Both are checked before it is decoded. */
export const mostImageBytes = 2 * 1024 * 1024
export const mostImagePixels = 4096 * 4096

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Base64 is a third longer than the file. */
const mostImageCharacters = 4 * Math.ceil(mostImageBytes / 3)
export const mostUploadBytes = mostImageCharacters + 1024

export const uploadedImage = z
  .string('Choose a picture')
  .min(1, 'Choose a picture')
  .max(mostImageCharacters, 'The picture can be at most 2 MB')
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Send the file as base64')
  .describe('A PNG, JPEG or WebP file in base64, at most 2 MB and 4,096 × 4,096 pixels.')

const colorMessage = 'Enter a color such as #0F6E84'

export const brandColor = z
  .string(colorMessage)
  .trim()
  .toLowerCase()
  .regex(/^#?[0-9a-f]{6}$/, colorMessage)
  .overwrite((color) => (color.startsWith('#') ? color : `#${color}`))

const contactMessage = 'Enter an email address or a link that starts with https://'

/** An email address or a web page. No other kind of link, so that it can't run anything. */
export const supportContact = z
  .string(contactMessage)
  .trim()
  .max(254, 'At most 254 characters')
  .refine((contact) => z.email().safeParse(contact).success || isWebPage(contact), contactMessage)

/** Without a user name before the host, which could pass for another host. */
const isWebPage = (contact: string) =>
  /^https:\/\/[^\s"'<>\\@/]+(\/[^\s"'<>\\]*)?$/.test(contact) && z.url().safeParse(contact).success

/** What a customer sees of a shop beside its name. */
export const shopBrand = z.strictObject({
  color: z.string().nullable().describe('The shop’s color. Pages adapt it until text on it is readable.'),
  logoUrl: z.string().nullable().describe('The path of the logo on this server.'),
  supportContact: z.string().nullable().describe('An email address or a link that starts with https://.'),
  phone: z.string().nullable().describe('The phone number of the business.'),
  place: z.string().nullable().describe('Street and city of the business, in one line.'),
})
export type ShopBrand = z.infer<typeof shopBrand>

const brand = z.strictObject({
  ...shopBrand.omit({ phone: true, place: true }).shape,
  name: z.string().nullable().describe('The name that customers see. Null: the business name.'),
  storeName: z.string().describe('The business name.'),
  shownColor: z.string().nullable().describe('The color after it was adapted for white text.'),
  contrast: z.number().nullable().describe('The contrast of white text on the shown color, at least 4.5.'),
})
export type Brand = z.infer<typeof brand>

export const brandForm = z.strictObject({
  name: z.string().overwrite(oneLine).max(120, 'The name must be at most 120 characters').nullable(),
  color: brandColor.nullable(),
  supportContact: supportContact.nullable(),
})

export const getBrand = call({
  method: 'GET',
  path: '/api/merchant/brand',
  audience: 'merchant',
  summary: 'Retrieve your logo, color, name and support contact as customers see them',
  output: brand,
})

export const changeBrand = call({
  method: 'PATCH',
  path: '/api/merchant/brand',
  audience: 'merchant-manager',
  summary: 'Change the color, name or support contact that customers see. Null removes one',
  body: brandForm.partial().refine((change) => Object.keys(change).length > 0, 'Change at least one field'),
  output: brand,
})

export const uploadLogo = call({
  method: 'PUT',
  path: '/api/merchant/brand/logo',
  audience: 'merchant-manager',
  summary: 'Upload your logo. It is decoded, reduced to 256 pixels and encoded again, without its metadata',
  body: z.strictObject({ image: uploadedImage }),
  mostBodyBytes: mostUploadBytes,
  output: brand,
  errors: ['unsupported-image', 'image-too-large', 'too-many-attempts'],
})

export const removeLogo = call({
  method: 'DELETE',
  path: '/api/merchant/brand/logo',
  audience: 'merchant-manager',
  summary: 'Remove your logo',
  output: brand,
})
