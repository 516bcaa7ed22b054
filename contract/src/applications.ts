import { z } from 'zod'
import { call } from './call.ts'
import { done, email } from './scalars.ts'

/** What the wizard offers. The call takes any text, as other forms may offer other words. */
export const businessTypes = [
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
] as const

export const monthlyVolumes = [
  'Less than $10,000',
  '$10,000 - $50,000',
  '$50,000 - $100,000',
  '$100,000 - $500,000',
  '$500,000 - $1,000,000',
  'Over $1,000,000',
] as const

const atLeast = (minLength: number, maxLength: number, message: string) =>
  z.string(message).trim().min(minLength, message).max(maxLength, `Please use at most ${maxLength} characters`)

const website = 'Please enter a valid website URL'

export const applicationForm = z.strictObject({
  businessName: atLeast(2, 120, 'Business name must be at least 2 characters'),
  businessType: atLeast(1, 80, 'Please select a business type'),
  businessDescription: atLeast(10, 4000, 'Please provide at least 10 characters'),
  contactName: atLeast(2, 120, 'Contact name must be at least 2 characters'),
  contactEmail: email,
  contactPhone: atLeast(10, 40, 'Phone number must be at least 10 digits'),
  monthlyVolume: atLeast(1, 80, 'Please select your monthly volume'),
  /** Only web addresses: an admin clicks this, so it must not be able to carry another scheme. */
  website: z.string(website).trim().max(300, website).refine(isEmptyOrWebAddress, website).optional(),
})
export type ApplicationForm = z.input<typeof applicationForm>

export const submitApplication = call({
  method: 'POST',
  path: '/api/merchant-applications',
  audience: 'public',
  summary: 'Apply for a merchant account; the answer is the same for an address that has applied before',
  body: applicationForm,
  output: done,
  errors: ['too-many-attempts'],
})

function isEmptyOrWebAddress(text: string): boolean {
  return text === '' || z.url({ protocol: /^https?$/ }).safeParse(text).success
}
