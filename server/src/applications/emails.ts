import type { CorrectableField } from '@bitquay/contract/applications.requests'
import { type Email, renderEmail } from '../mail/index.ts'

/** Anyone can apply with anyone's address, so it must not carry a message of theirs, such as a name with a link. */
export const applicationReceivedEmail = (): Email =>
  renderEmail({
    subject: 'We received your application',
    paragraphs: [
      'Thanks for applying. We received your application for a merchant account.',
      'We’ll review it within 24 hours and email you about setup and integration.',
    ],
    closing: ['Wasn’t this you? Reply to this email.'],
  })

export const appliedBeforeEmail = (): Email =>
  renderEmail({
    subject: 'You’ve already applied',
    paragraphs: [
      'We received another application for a merchant account from this email address.',
      'We’re keeping your first application. The new one wasn’t saved.',
    ],
    closing: ['Need to change something? Reply to this email.'],
  })

const fieldNames: Record<CorrectableField, string> = {
  businessName: 'Business name',
  businessType: 'Business type',
  businessDescription: 'Business description',
  businessRegistration: 'Business registration',
  incorporationCountry: 'Country of incorporation',
  taxId: 'Tax ID',
  businessAddress: 'Business address',
  website: 'Website',
  monthlyVolume: 'Monthly volume',
  averageTransactionSize: 'Average transaction size',
  companySize: 'Company size',
  customerBase: 'Customer base',
  contactName: 'Contact name',
  contactPhone: 'Phone',
}

type Question = {
  token: string
  businessName: string
  fields: readonly CorrectableField[]
  message: string
  expiresAt: Date
}

export const informationRequestEmail = (
  publicUrl: string,
  { token, businessName, fields, message, expiresAt }: Question,
): Email =>
  renderEmail((minute) => ({
    subject: 'We need more information about your application',
    paragraphs: [
      `We’re reviewing the application for ${businessName} and have a question:`,
      ...message.split(/\n+/).map((line) => line.trim()),
      `Please check: ${fields.map((name) => fieldNames[name]).join(', ')}.`,
    ],
    action: { label: 'Update your application', url: `${publicUrl}/application?token=${encodeURIComponent(token)}` },
    closing: [`The link works once and expires on ${minute(expiresAt)}.`],
    reasons: ['You’re getting this because you applied for a merchant account.'],
    publicUrl,
  }))

export const answerReceivedEmail = (businessName: string): Email =>
  renderEmail({
    subject: 'We received your answer',
    paragraphs: [
      `Thanks for updating the application for ${businessName}.`,
      'We’ll continue the review and email you the decision.',
    ],
    closing: ['Wasn’t this you? Reply to this email.'],
  })

/** Includes the invitation, so that the applicant gets one email with one thing to do. */
export const applicationApprovedEmail = (publicUrl: string, token: string, businessName: string): Email =>
  renderEmail({
    subject: 'Your application was approved',
    heading: `Welcome, ${businessName}`,
    paragraphs: ['Your application is approved. Set a password to open your account. We’re setting up your store now.'],
    action: {
      label: 'Set your password',
      url: `${publicUrl}/welcome?token=${encodeURIComponent(token)}`,
      first: true,
    },
    steps: [
      { label: 'Application approved', state: 'done' },
      { label: 'Set a password', state: 'next' },
      { label: 'Turn on two-factor, required for withdrawals', state: 'next' },
      { label: 'Create your first invoice', state: 'next' },
    ],
    closing: ['The link works once and expires in 7 days. Link expired? Reply and we’ll send another.'],
    reasons: ['You’re getting this because you applied for a merchant account.'],
    publicUrl,
  })

/** Leaves out the reviewer's notes, which were written for colleagues. */
export const applicationRejectedEmail = (publicUrl: string, businessName: string): Email =>
  renderEmail({
    subject: 'Your application was not approved',
    paragraphs: [
      `We reviewed the application for ${businessName} and can’t offer an account at this time.`,
      'Thank you for applying.',
    ],
    closing: [['Think we missed something? ', { label: 'Contact us', url: `${publicUrl}/contact` }]],
    publicUrl,
  })
