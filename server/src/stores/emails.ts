import type { WhoAndWhere } from '../accounts/index.ts'
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

/** Sent to the owner when the recovery phrase was shown. The phrase itself is never in an email. */
export const recoveryWordsReadEmail = (publicUrl: string, from: WhoAndWhere): Email =>
  renderEmail((minute) => ({
    subject: 'Your recovery phrase was revealed',
    paragraphs: [
      'The recovery phrase for your wallet was shown, and our copy was deleted. Anyone with the phrase can spend your money.',
    ],
    facts: [
      ['Account', from.account],
      ['When', minute(from.at)],
      ['Device', from.device],
      ['IP address', from.address, 'code'],
    ],
    action: { label: 'View wallet', url: `${publicUrl}/merchant/wallet` },
    notice: {
      tone: 'bad',
      line: [
        'Wasn’t you? Move your money now, ',
        { label: 'reset your password', url: `${publicUrl}/reset-password` },
        ' and ',
        { label: 'contact us', url: `${publicUrl}/contact` },
      ],
    },
    reasons: ['You’re getting this because it’s about your wallet’s security. Security emails can’t be turned off.'],
    publicUrl,
  }))
