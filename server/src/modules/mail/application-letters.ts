import { type Letter, writeLetter } from './write-letter.ts'

export const applicationReceivedLetter = (businessName: string): Letter =>
  writeLetter({
    subject: 'We have received your application',
    paragraphs: [
      `Thank you. The application of ${businessName} is with us.`,
      'We review it within 24 hours and then write to you about set-up and integration.',
    ],
    closing: [],
  })

export const appliedBeforeLetter = (): Letter =>
  writeLetter({
    subject: 'You have applied before',
    paragraphs: [
      'Someone, hopefully you, applied for a merchant account with this address once more.',
      'The first application counts; this one was not stored.',
    ],
    closing: ['If you want to change something, answer this message.'],
  })

/** The invitation, with its link, is a letter of its own. */
export const applicationApprovedLetter = (publicUrl: string, businessName: string): Letter =>
  writeLetter({
    subject: 'Your application is approved',
    paragraphs: [
      `Welcome: ${businessName} can take payments with us.`,
      'A second message with the link to choose your password is on its way to this address.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: ['If the second message does not come, answer this one and we send it again.'],
  })

/** What the reviewer noted stays in the house: it was written for colleagues. */
export const applicationRejectedLetter = (publicUrl: string, businessName: string): Letter =>
  writeLetter({
    subject: 'About your application',
    paragraphs: [
      `We have reviewed the application of ${businessName} and cannot offer an account at this time.`,
      'Thank you for your interest and for the trouble you took.',
    ],
    closing: [`If you think that we have overlooked something, write to us: ${publicUrl}/contact`],
  })
