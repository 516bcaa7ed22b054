import type { ApplicationDetails, InformationRequest } from '@bitquay/contract/applications.requests'
import { writeFields } from './field-names.ts'
import * as t from './messages.ts'

type Step = {
  at: string
  title: string
  /** Who did it. Left out where it is clear or not known. */
  who?: string
  /** What an admin wrote to the applicant. */
  message?: string
  /** Still waits for someone. */
  isOpen?: boolean
}

/** What happened to an application, newest first. */
export const listSteps = (application: ApplicationDetails): Step[] => [
  ...decisionOf(application),
  // Requests are the newest first. What ended one comes after what began it.
  ...application.requests.flatMap((request) => [...endOf(request, application), beginningOf(request)]),
  { at: application.createdAt, title: t.wasReceived, who: application.contactName },
]

const decisionOf = ({ status, reviewedAt, reviewedBy }: ApplicationDetails): Step[] =>
  reviewedAt === null
    ? []
    : [
        {
          at: reviewedAt,
          title: status === 'approved' ? t.wasApproved : t.wasRejected,
          ...(reviewedBy === null ? {} : { who: reviewedBy }),
        },
      ]

const beginningOf = ({ requestedAt, requestedBy, fields, message, status }: InformationRequest): Step => ({
  at: requestedAt,
  title: t.wasAsked({ fields: writeFields(fields) }),
  who: requestedBy,
  message,
  isOpen: status === 'open',
})

/** A decision and a newer request say themselves that they ended a request. */
const endOf = ({ status, endedAt, fields }: InformationRequest, { contactName }: ApplicationDetails): Step[] => {
  if (endedAt === null) return []
  if (status === 'answered') {
    return [{ at: endedAt, title: t.wasAnswered({ fields: writeFields(fields) }), who: contactName }]
  }
  if (status === 'canceled') return [{ at: endedAt, title: t.wasCanceled }]
  return status === 'expired' ? [{ at: endedAt, title: t.wasUnanswered }] : []
}
