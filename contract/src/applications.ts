import { z } from 'zod'
import { applicationStatuses } from './applications.words.ts'
import { call } from './call.ts'
import { done, email, id, oneLine, text, timestamp } from './scalars.ts'

/** What the wizard offers. The call accepts any text, as other forms may offer other words. */
export const businessTypes = [
  'Restaurant or café',
  'Retail store',
  'Online store',
  'Services',
  'Nonprofit',
  'Gaming & Entertainment',
  'Digital Services',
  'E-commerce',
  'SaaS Platform',
  'Content Creation',
  'Online Education',
  'Cryptocurrency Exchange',
  'NFT Marketplace',
  'Adult Entertainment',
  'CBD/Cannabis',
  'Online Gambling',
  'Financial Services',
  'Other High-Risk',
  'Other',
] as const

/** Types that often need a license, so a review has to know who is behind the business. */
export const regulatedBusinessTypes = [
  'Cryptocurrency Exchange',
  'Adult Entertainment',
  'CBD/Cannabis',
  'Online Gambling',
  'Financial Services',
  'Other High-Risk',
] as const satisfies readonly (typeof businessTypes)[number][]

export const monthlyVolumes = [
  'Less than $10,000',
  '$10,000 - $50,000',
  '$50,000 - $100,000',
  '$100,000 - $500,000',
  '$500,000 - $1,000,000',
  'Over $1,000,000',
] as const

const atLeast = (minLength: number, maxLength: number, message: string) =>
  z.string(message).trim().min(minLength, message).max(maxLength, `Use at most ${maxLength} characters`)

const name = (message: string) => atLeast(2, 120, message).overwrite(oneLine)

const website = 'Please enter a valid website URL'

export const applicationForm = z.strictObject({
  businessName: name('Business name must be at least 2 characters'),
  businessType: atLeast(1, 80, 'Please select a business type'),
  businessDescription: atLeast(10, 4000, 'Please provide at least 10 characters'),
  contactName: name('Contact name must be at least 2 characters'),
  contactEmail: email,
  contactPhone: atLeast(10, 40, 'Phone number must be at least 10 digits'),
  monthlyVolume: atLeast(1, 80, 'Please select your monthly volume'),
  /** Only web addresses: an admin clicks this, so it must not carry another scheme. */
  website: z.string(website).trim().max(300, website).refine(isEmptyOrWebAddress, website).optional(),
})
export type ApplicationForm = z.input<typeof applicationForm>

export const submitApplication = call({
  method: 'POST',
  path: '/api/merchant-applications',
  audience: 'public',
  summary: 'Submit a merchant application. A repeated email address gets the same response',
  body: applicationForm,
  output: done,
  errors: ['too-many-attempts'],
})

/** What the public form doesn't include and an admin fills in during review. */
export const applicationExtras = {
  averageTransactionSize: text(80),
  customerBase: text(300),
  companySize: text(80),
  businessRegistration: text(120),
  taxId: text(80),
  incorporationCountry: text(80),
  businessAddress: text(300),
} as const

const extrasSeen = {
  averageTransactionSize: z.string().nullable(),
  customerBase: z.string().nullable(),
  companySize: z.string().nullable(),
  businessRegistration: z.string().nullable(),
  taxId: z.string().nullable(),
  incorporationCountry: z.string().nullable(),
  businessAddress: z.string().nullable(),
} as const satisfies Record<keyof typeof applicationExtras, z.ZodType>

export const application = z.strictObject({
  id,
  businessName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string().nullable(),
  businessType: z.string(),
  businessDescription: z.string(),
  monthlyVolume: z.string(),
  ...extrasSeen,
  status: z.enum(applicationStatuses),
  reviewNotes: z.string().nullable(),
  /** The email address of who decided. */
  reviewedBy: z.string().nullable(),
  reviewedAt: timestamp.nullable(),
  /** The merchant that an approval created. */
  merchantId: id.nullable(),
  createdAt: timestamp,
})
export type Application = z.infer<typeof application>

function isEmptyOrWebAddress(text: string): boolean {
  return text === '' || z.url({ protocol: /^https?$/ }).safeParse(text).success
}
