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

/** Sent to the owner and every admin of the store. It doesn't repeat the name. */
export const newNameNeededEmail = (publicUrl: string): Email =>
  renderEmail({
    subject: 'Choose another name for your store',
    paragraphs: [
      'The name of your store has a link, an email address, a web address that isn’t your website, or the name of our platform in it. Our emails to your customers say “a merchant” instead of it.',
      'Your money and your payments aren’t affected. Choose another name in your settings.',
    ],
    action: { label: 'Choose a name', url: `${publicUrl}/merchant/settings` },
    reasons: ['You’re getting this because you manage this store. Emails about its name can’t be turned off.'],
    publicUrl,
  })
