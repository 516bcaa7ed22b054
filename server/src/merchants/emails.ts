import { type Email, renderEmail } from '../mail/index.ts'

/** Sent when an admin deactivates a store. The email gives no reason: a person explains it on request. */
export const storeDeactivatedEmail = (publicUrl: string, storeName: string): Email =>
  renderEmail({
    subject: `${storeName} was deactivated`,
    paragraphs: [
      `The account of ${storeName} was deactivated. You and everyone else of your store have been signed out, its API keys do not work, and no new invoices can be made for it.`,
      'Your money is not touched: it stays in your wallet.',
    ],
    closing: [`If you have questions about this, write to us: ${publicUrl}/contact`],
  })

export const storeActivatedEmail = (publicUrl: string, storeName: string): Email =>
  renderEmail({
    subject: `${storeName} is active again`,
    paragraphs: [
      `The account of ${storeName} is active again. You can sign in, take payments and withdraw as before, and your API keys work.`,
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: [],
  })
