import { type Email, renderEmail } from '../mail/index.ts'

export const applicationReceivedEmail = (businessName: string): Email =>
  renderEmail({
    subject: 'We have received your application',
    paragraphs: [
      `Thank you. The application of ${businessName} is with us.`,
      'We review it within 24 hours and then write to you about set-up and integration.',
    ],
    closing: [],
  })

export const appliedBeforeEmail = (): Email =>
  renderEmail({
    subject: 'You have applied before',
    paragraphs: [
      'Someone, hopefully you, applied for a merchant account with this address once more.',
      'The first application counts; this one was not stored.',
    ],
    closing: ['If you want to change something, answer this message.'],
  })

/** Includes the invitation, so that the applicant gets one email with one thing to do. */
export const applicationApprovedEmail = (publicUrl: string, token: string, businessName: string): Email =>
  renderEmail({
    subject: 'Your application is approved',
    paragraphs: [
      `Welcome: the application of ${businessName} is approved and your account is ready.`,
      'Choose a password to sign in for the first time. Your store is being set up meanwhile.',
    ],
    action: { label: 'Choose a password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
    closing: ['The link works once and for 7 days. If it has run out, answer this message and we send a new one.'],
  })

/** Leaves out the reviewer's notes, which were written for colleagues. */
export const applicationRejectedEmail = (publicUrl: string, businessName: string): Email =>
  renderEmail({
    subject: 'About your application',
    paragraphs: [
      `We have reviewed the application of ${businessName} and cannot offer an account at this time.`,
      'Thank you for your interest and for the trouble you took.',
    ],
    closing: [`If you think that we have overlooked something, write to us: ${publicUrl}/contact`],
  })
