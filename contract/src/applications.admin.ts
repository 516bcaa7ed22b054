import { z } from 'zod'
import { type Application, application, applicationExtras } from './applications.ts'
import { applicationStatuses, applicationStatusWords } from './applications.words.ts'
import { call } from './call.ts'
import { markupFeePercent } from './fees.ts'
import { declareList } from './lists.ts'
import { adminProof, idParam, text } from './scalars.ts'

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
    words: { 'Status in words': ({ status }: Application) => applicationStatusWords[status] },
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
