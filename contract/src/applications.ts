import { z } from 'zod'
import { call } from './call.ts'
import { markupFeePercent } from './fees.ts'
import { declareList } from './lists.ts'
import { adminProof, done, email, id, idParam, oneLine, text, timestamp } from './scalars.ts'

/** What the wizard offers. The call accepts any text, as other forms may offer other words. */
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

export const applicationStatuses = ['pending', 'approved', 'rejected'] as const

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

/** Applications by when they were submitted. */
export const applicationList = declareList({
  name: 'applications',
  audience: 'admin',
  path: '/api/admin/applications',
  row: application,
  filters: { status: { kind: 'one-of', values: applicationStatuses }, search: { kind: 'text', longest: 200 } },
  sorts: ['date', 'name'],
  columns: {
    business: { width: 'minmax(12rem, 1.4fr)', area: 'b', sort: 'name', always: true },
    type: { width: 'minmax(8rem, 0.8fr)' },
    volume: { width: 'minmax(8rem, 0.8fr)', below: { 880: null } },
    status: { width: '7rem', area: 's', always: true },
    date: { width: '7.5rem', area: 'd', sort: 'date' },
  },
  // Two lines: business and status, contact and date.
  block: {
    below: 620,
    grid: '"b s" auto "b d" auto / minmax(0, 1fr) auto',
    gap: '0.125rem 0.75rem',
    minHeight: '3.75rem',
  },
  file: {
    name: 'bitquay-applications',
    date: 'createdAt',
    columns: {
      ID: 'id',
      Status: 'status',
      Business: 'businessName',
      'Business type': 'businessType',
      Description: 'businessDescription',
      Contact: 'contactName',
      Email: 'email',
      Phone: 'phone',
      Website: 'website',
      'Monthly volume': 'monthlyVolume',
      Country: 'incorporationCountry',
      'Reviewed at': 'reviewedAt',
      'Reviewed by': 'reviewedBy',
      'Review notes': 'reviewNotes',
      'Merchant ID': 'merchantId',
    },
  },
  summary: z.strictObject({
    /** Without any filter. */
    total: z.number().int(),
    /** With the filters. */
    filtered: z.number().int(),
    /** With the other filters, whatever `status` is. */
    statuses: z.strictObject({ pending: z.number().int(), approved: z.number().int(), rejected: z.number().int() }),
  }),
  texts: {
    list: 'List merchant applications, newest first',
    export: 'Download merchant applications as CSV, with the same filters',
    summarize: 'Counts of merchant applications, with the same filters',
  },
})
export const listApplications = applicationList.calls.list
export const exportApplications = applicationList.calls.export
export const summarizeApplications = applicationList.calls.summarize

export const reviewForm = z.strictObject({
  status: z.enum(['approved', 'rejected']),
  reviewNotes: text(2000).optional(),
  /** For the merchant that an approval creates. */
  markupFeePercent: markupFeePercent.optional(),
})

export const reviewApplication = call({
  method: 'PATCH',
  path: '/api/admin/applications/:id/review',
  audience: 'admin',
  recentPassword: true,
  summary:
    'Approve or reject an application. Approving creates the merchant and store and emails an invitation. Repeating a decision changes nothing',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ ...reviewForm.shape, ...adminProof }),
  output: application,
  errors: [
    'not-found',
    'application-decided',
    'application-waiting',
    'engines-full',
    'email-taken',
    'admin-second-factor-needed',
    'second-factor-missing',
    'invalid-verification-code',
  ],
})

export const changeApplication = call({
  method: 'PATCH',
  path: '/api/admin/applications/:id',
  audience: 'admin',
  summary: 'Update the details that the public form doesn’t ask for. An empty string clears a field',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject(applicationExtras).partial(),
  output: application,
  errors: ['not-found'],
})

function isEmptyOrWebAddress(text: string): boolean {
  return text === '' || z.url({ protocol: /^https?$/ }).safeParse(text).success
}
