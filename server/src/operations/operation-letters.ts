import { type Letter, writeLetter } from '../mail/email-template.ts'

/** To every merchant that was told of a change which will not come. */
export const feeChangeWithdrawnLetter = (publicUrl: string, effectiveFrom: Date): Letter =>
  writeLetter({
    subject: 'Our fees stay as they are',
    paragraphs: [
      `We had announced new fees from ${effectiveFrom.toISOString().slice(0, 16).replace('T', ' ')} UTC on. We have taken that back.`,
    ],
    action: { label: 'See your fees', url: `${publicUrl}/merchant/settings` },
  })

/** To every admin, once for each alert. */
export const alertLetter = (publicUrl: string, sentence: string): Letter =>
  writeLetter({
    subject: 'The platform needs attention',
    paragraphs: [sentence],
    action: { label: 'See the system', url: `${publicUrl}/admin/system` },
    closing: ['You are told once. The page says whether it is still so.'],
  })
