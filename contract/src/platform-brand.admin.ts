import { z } from 'zod'
import { mostUploadBytes, uploadedImage } from './brands.ts'
import { call } from './call.ts'
import { legalTexts } from './platform-brand.legal.ts'
import { platformBrand } from './platform-brand.ts'
import { adminProof, id, idField, timestamp } from './scalars.ts'

/** One version of the platform's brand that was published. */
export const brandVersion = z.strictObject({
  id,
  brand: platformBrand,
  publishedAt: timestamp,
  publishedBy: z.string().describe('The email address of the admin.'),
  takesBack: id.nullable().describe('The version that this one took back.'),
})
export type BrandVersion = z.infer<typeof brandVersion>

export const brandOffice = z.strictObject({
  published: platformBrand.describe('What everyone sees now.'),
  publishedLegal: legalTexts.describe('The legal texts of the version that was published last.'),
  draft: z
    .strictObject({ brand: platformBrand, legal: legalTexts, savedAt: timestamp, savedBy: z.string() })
    .nullable()
    .describe('What an admin works on. Only the preview shows it.'),
  history: z.array(brandVersion).describe('Newest first, at most 50. Empty while the platform has our own brand.'),
  reservedNames: z.array(z.string()).describe('Names that merchants can’t use: this one, and those the platform had.'),
})
export type BrandOffice = z.infer<typeof brandOffice>

const proofRefusals = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

export const getBrandOffice = call({
  method: 'GET',
  path: '/api/admin/brand',
  audience: 'admin',
  summary: 'Retrieve the brand of the platform, its draft and its history',
  output: brandOffice,
})

export const saveBrandDraft = call({
  method: 'PUT',
  path: '/api/admin/brand/draft',
  audience: 'admin',
  summary: 'Save a draft of the platform’s brand. Nobody sees it until it is published',
  body: platformBrand.extend({
    legal: legalTexts.optional().describe('Without it, the legal texts of the draft stay as they are.'),
  }),
  output: brandOffice,
})

export const discardBrandDraft = call({
  method: 'DELETE',
  path: '/api/admin/brand/draft',
  audience: 'admin',
  summary: 'Discard the draft of the platform’s brand',
  output: brandOffice,
})

export const reuseBrand = call({
  method: 'POST',
  path: '/api/admin/brand/draft/from',
  audience: 'admin',
  summary: 'Make the draft what an earlier version was, with its legal texts. A changed text needs a new day',
  body: z.strictObject({ id: idField.describe('The version, as the history shows it.') }),
  output: brandOffice,
  errors: ['not-found'],
})

export const uploadBrandLogo = call({
  method: 'PUT',
  path: '/api/admin/brand/draft/logo',
  audience: 'admin',
  summary: 'Upload the platform’s logo into the draft. It is decoded, reduced to 384 pixels and encoded again',
  body: z.strictObject({ image: uploadedImage }),
  mostBodyBytes: mostUploadBytes,
  output: brandOffice,
  errors: ['unsupported-image', 'image-too-large', 'too-many-attempts'],
})

export const previewBrand = call({
  method: 'POST',
  path: '/api/admin/brand/preview',
  audience: 'admin',
  summary: 'Create a link that shows the public pages with the draft, for 30 minutes',
  output: z.strictObject({ url: z.string(), expiresAt: timestamp }),
  secret: true,
  errors: ['not-found'],
})

export const publishBrand = call({
  method: 'POST',
  path: '/api/admin/brand/publish',
  audience: 'admin',
  summary: 'Publish the draft. All pages, emails and documents show it within seconds. All admins are emailed',
  body: z.strictObject(adminProof),
  output: brandOffice,
  recentPassword: true,
  errors: ['not-found', 'conflict', 'too-many-attempts', ...proofRefusals],
})

export const undoBrand = call({
  method: 'POST',
  path: '/api/admin/brand/undo',
  audience: 'admin',
  summary: 'Take back the version that was published last: the one before it is shown again. All admins are emailed',
  body: z.strictObject({ id: idField.describe('The version to take back, as the page shows it.') }),
  output: brandOffice,
  errors: ['not-found', 'conflict', 'too-many-attempts'],
})
