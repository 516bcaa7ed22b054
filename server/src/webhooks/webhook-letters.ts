import { type Letter, writeLetter } from '../mail/email-template.ts'

export const webhookDisabledLetter = (publicUrl: string, url: string): Letter =>
  writeLetter({
    subject: 'A webhook endpoint was disabled',
    paragraphs: [
      `Your endpoint ${url} answered 410 Gone, so we stopped sending events to it.`,
      'Nothing is lost: events go on being written down, and can be sent once you enable the endpoint again.',
    ],
    action: { label: 'Look at your webhooks', url: `${publicUrl}/merchant/settings` },
    closing: [],
  })
