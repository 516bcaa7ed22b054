import { type Email, renderEmail } from '../mail/index.ts'

/** Sent when an admin deactivates a store. The email gives no reason: a person explains it on request. */
export const storeDeactivatedEmail = (publicUrl: string, storeName: string): Email =>
  renderEmail({
    subject: `${storeName} was deactivated`,
    paragraphs: [
      `The account for ${storeName} was deactivated. All of its users were signed out, its API keys stopped working, and it can’t create new invoices.`,
      'Your money isn’t affected. It stays in your wallet.',
    ],
    closing: [['Questions? ', { label: 'Contact us', url: `${publicUrl}/contact` }]],
    publicUrl,
  })

export const storeActivatedEmail = (publicUrl: string, storeName: string): Email =>
  renderEmail({
    subject: `${storeName} is active again`,
    paragraphs: [
      `The account for ${storeName} is active again. You can sign in, accept payments and withdraw as before. Your API keys work again.`,
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    publicUrl,
  })
