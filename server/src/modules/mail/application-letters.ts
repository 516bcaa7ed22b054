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
