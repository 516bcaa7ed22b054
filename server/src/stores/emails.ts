import { type Email, renderEmail } from '../mail/index.ts'

/** Sent to the owner when the store uses a new wallet: someone with only the old recovery phrase can't restore it. */
export const walletMovedEmail = (publicUrl: string, storeName: string): Email =>
  renderEmail({
    subject: `${storeName} has a new wallet`,
    paragraphs: [
      `We moved ${storeName} to another payment server. New invoices are paid to a new wallet with its own recovery phrase. Reveal it and write it down.`,
      'Your old invoices can still be paid. The bitcoin in your old wallet stays there until you send it to the new one, which takes one click and your 2FA code.',
    ],
    action: { label: 'View wallet', url: `${publicUrl}/merchant/wallet` },
    reasons: ['You’re getting this because it’s about your wallet’s security. Security emails can’t be turned off.'],
    publicUrl,
  })
