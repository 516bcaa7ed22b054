import { type Email, renderEmail } from '../mail/index.ts'

/** Sent to the owner and every admin of the store. */
export const nameReleasedEmail = (publicUrl: string, address: string): Email =>
  renderEmail({
    subject: `${address} is no longer your Lightning Address`,
    paragraphs: [
      `An administrator of the platform released the name of ${address}, which nobody paid to in the last 12 months. Another merchant can choose it now.`,
      'Your money isn’t affected. Remove the address wherever it is printed or published.',
    ],
    action: { label: 'Choose another name', url: `${publicUrl}/merchant/settings` },
    notice: {
      tone: 'caution',
      line: ['Do you need this name? ', { label: 'Contact us now', url: `${publicUrl}/contact` }],
    },
    reasons: ['You’re getting this because you manage this store. Emails about its addresses can’t be turned off.'],
    publicUrl,
  })
