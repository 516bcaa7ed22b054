import { z } from 'zod'
import { application, applicationExtras, applicationForm } from './applications.ts'
import { call } from './call.ts'
import { done, id, idField, idParam, timestamp } from './scalars.ts'

const answer = (shape: z.ZodString) => shape.min(1, 'Please fill in this field')

/**
 * What an applicant can be asked to correct, with the rules of the application itself. The email address isn't part of
 * it: the link goes there.
 */
export const correctionForm = z.strictObject({
  ...applicationForm.omit({ contactEmail: true }).shape,
  /** May be empty, but not left out. */
  website: applicationForm.shape.website.unwrap(),
  averageTransactionSize: answer(applicationExtras.averageTransactionSize),
  customerBase: answer(applicationExtras.customerBase),
  companySize: answer(applicationExtras.companySize),
  businessRegistration: answer(applicationExtras.businessRegistration),
  taxId: answer(applicationExtras.taxId),
  incorporationCountry: answer(applicationExtras.incorporationCountry),
  businessAddress: answer(applicationExtras.businessAddress),
})

export const correctableFields = [
  'businessName',
  'businessType',
  'businessDescription',
  'businessRegistration',
  'incorporationCountry',
  'taxId',
  'businessAddress',
  'website',
  'monthlyVolume',
  'averageTransactionSize',
  'companySize',
  'customerBase',
  'contactName',
  'contactPhone',
] as const satisfies readonly (keyof z.infer<typeof correctionForm>)[]
export type CorrectableField = (typeof correctableFields)[number]

const field = z.enum(correctableFields)

/** The rules for the fields that a link opens. */
export const correctionOf = (fields: readonly CorrectableField[]) =>
  z.strictObject(Object.fromEntries(fields.map((name) => [name, correctionForm.shape[name]])))

/** `replaced`: by a newer request. `closed`: by the decision on the application. */
export const requestStatuses = ['open', 'answered', 'replaced', 'canceled', 'expired', 'closed'] as const

const informationRequest = z.strictObject({
  id,
  fields: z.array(field),
  message: z.string(),
  status: z.enum(requestStatuses),
  /** The email address of the admin. */
  requestedBy: z.string(),
  requestedAt: timestamp,
  expiresAt: timestamp,
  endedAt: timestamp.nullable(),
  /** What the fields said before the answer. Null without one. */
  before: z.partialRecord(field, z.string().nullable()).nullable(),
})
export type InformationRequest = z.infer<typeof informationRequest>

const applicationDetails = z.strictObject({
  ...application.shape,
  /** Newest first. */
  requests: z.array(informationRequest),
  /** The next newer and the next older application that is pending. */
  previousPendingId: id.nullable(),
  nextPendingId: id.nullable(),
})
export type ApplicationDetails = z.infer<typeof applicationDetails>

export const getApplication = call({
  method: 'GET',
  path: '/api/admin/applications/:id',
  audience: 'admin',
  summary: 'Retrieve an application with everything that its applicant was asked',
  params: z.strictObject({ id: idParam }),
  output: applicationDetails,
  errors: ['not-found'],
})

export const requestForm = z.strictObject({
  fields: z.array(field).min(1, 'Choose at least one field').max(correctableFields.length),
  message: z.string().trim().min(1, 'Please write a message').max(2000, 'Use at most 2000 characters'),
})

export const requestInformation = call({
  method: 'POST',
  path: '/api/admin/applications/:id/requests',
  audience: 'admin',
  summary:
    'Ask an applicant to correct some fields. The applicant gets an email with a link that opens only these fields, once, for 14 days',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({
    ...requestForm.shape,
    /** The open request that this one replaces. Without it, or with another one, an open request is a conflict. */
    replaces: idField.optional(),
  }),
  output: applicationDetails,
  errors: ['not-found', 'application-decided', 'conflict'],
})

export const cancelInformationRequest = call({
  method: 'POST',
  path: '/api/admin/applications/:id/requests/cancel',
  audience: 'admin',
  summary: 'Cancel the open request of an application. Its link stops working. Repeating it changes nothing',
  params: z.strictObject({ id: idParam }),
  output: applicationDetails,
  errors: ['not-found'],
})

/** In the body, so that it is never logged. Any text gets the same answer as a link that was used. */
const token = z.string().max(200)

export const viewInformationRequest = call({
  method: 'POST',
  path: '/api/merchant-applications/request',
  audience: 'public',
  summary: 'What an applicant is asked to correct, with the present values',
  body: z.strictObject({ token }),
  output: z.strictObject({
    businessName: z.string(),
    message: z.string(),
    fields: z.array(z.strictObject({ name: field, value: z.string() })),
    expiresAt: timestamp,
  }),
  errors: ['not-found', 'too-many-attempts'],
})

export const answerInformationRequest = call({
  method: 'POST',
  path: '/api/merchant-applications/answer',
  audience: 'public',
  summary: 'Correct the fields that a link opens. The link works once',
  body: z.strictObject({
    token,
    answers: z
      .record(z.string().max(80), z.unknown())
      .describe('Each field that the link opens, with the rules of the application. Other fields are refused by name.'),
  }),
  output: done,
  errors: ['not-found', 'fields-not-open', 'too-many-attempts'],
})
