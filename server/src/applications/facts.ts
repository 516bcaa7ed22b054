import { type Action, actionsOn, adminScreens, type Fact, type OfSubject } from '../facts/index.ts'
import {
  answerReceivedEmail,
  applicationReceivedEmail,
  applicationRejectedEmail,
  appliedBeforeEmail,
  informationRequestEmail,
} from './emails.ts'

const screens = adminScreens('applications')

/** Nobody is signed in, so the audit log doesn't know of it. Only the applicant's mailbox learns of a repetition. */
export const applicationSubmitted: Fact<{ to: string }> = {
  emails: ({ to }) => [{ to, ...applicationReceivedEmail() }],
  screens,
}
export const applicationRepeated: Fact<{ to: string }> = { emails: ({ to }) => [{ to, ...appliedBeforeEmail() }] }

const onApplication = actionsOn('application', screens)

export const applicationChanged = onApplication('application-changed')
/** The invitation has the email. */
export const applicationApproved = actionsOn(
  'application',
  adminScreens('applications', 'merchants'),
)('application-approved')
export const applicationRejected: Action<OfSubject & { to: string; businessName: string; publicUrl: string }> = {
  ...onApplication('application-rejected'),
  emails: ({ to, businessName, publicUrl }) => [{ to, ...applicationRejectedEmail(publicUrl, businessName) }],
}

type Question = Parameters<typeof informationRequestEmail>[1]

export const requestSent: Action<OfSubject & { to: string; question: Question; publicUrl: string }> = {
  ...onApplication('application-request-sent'),
  emails: ({ to, question, publicUrl }) => [{ to, ...informationRequestEmail(publicUrl, question) }],
}
export const requestAnswered: Action<OfSubject & { to: string; businessName: string }> = {
  ...onApplication('application-request-answered'),
  emails: ({ to, businessName }) => [{ to, ...answerReceivedEmail(businessName) }],
}
export const requestCanceled = onApplication('application-request-canceled')
