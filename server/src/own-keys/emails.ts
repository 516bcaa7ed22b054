import { type Email, renderEmail } from '../mail/index.ts'

const reasons = ['You’re getting this because it’s about your wallet’s security. Security emails can’t be turned off.']
const page = (publicUrl: string) => `${publicUrl}/merchant/wallet/own-keys`

/** Numbered as wallets number them, from 0. */
const toFact = (address: string, number: number): [string, string, 'code'] => [`Address ${number}`, address, 'code']

type Requested = { by: string; dueAt: Date }

export const connectRequestedEmail = (
  publicUrl: string,
  { by, dueAt, addresses }: Requested & { addresses: readonly string[] },
): Email =>
  renderEmail((minute) => ({
    subject: 'Your wallet will change',
    paragraphs: [
      'Someone connected a wallet whose keys only they have. From the time below, customers pay into that wallet.',
      'Check that these addresses are in your wallet. If they aren’t, cancel the change.',
    ],
    facts: [['By', by], ['Changes on', minute(dueAt)], ...addresses.map(toFact)],
    action: { label: 'Check or cancel', url: page(publicUrl) },
    notice: {
      tone: 'caution',
      line: ['Not expecting this? Cancel it now, then ', { label: 'contact us', url: `${publicUrl}/contact` }],
    },
    reasons,
    publicUrl,
  }))

export const leaveRequestedEmail = (publicUrl: string, { by, dueAt }: Requested): Email =>
  renderEmail((minute) => ({
    subject: 'Your wallet will change',
    paragraphs: [
      'Someone asked to stop using your own wallet. From the time below, customers pay into a new wallet on our payment server.',
      'The bitcoin in your own wallet stays there.',
    ],
    facts: [
      ['By', by],
      ['Changes on', minute(dueAt)],
    ],
    action: { label: 'Check or cancel', url: page(publicUrl) },
    notice: {
      tone: 'caution',
      line: ['Not expecting this? Cancel it now, then ', { label: 'contact us', url: `${publicUrl}/contact` }],
    },
    reasons,
    publicUrl,
  }))

export const changeCanceledEmail = (publicUrl: string, { by, at }: { by: string; at: Date }): Email =>
  renderEmail((minute) => ({
    subject: 'Your wallet stays as it is',
    paragraphs: ['The change of your wallet was canceled. Customers keep paying into the same wallet as before.'],
    facts: [
      ['By', by],
      ['When', minute(at)],
    ],
    action: { label: 'View wallet', url: page(publicUrl) },
    reasons,
    publicUrl,
  }))

/** With addresses: a wallet of the merchant's own. Without: one on our payment server. */
export const walletChangedEmail = (publicUrl: string, addresses: readonly string[]): Email =>
  renderEmail({
    subject: 'Your wallet has changed',
    paragraphs:
      addresses.length > 0
        ? [
            'Customers now pay into your own wallet. Only you have its keys. Compare these addresses with your wallet once more.',
            'Your old invoices can still be paid. The bitcoin in your old wallet stays there until you send it.',
          ]
        : [
            'Customers now pay into a new wallet on our payment server. Reveal its recovery phrase and write it down.',
            'Your old invoices can still be paid into your own wallet. The bitcoin there stays yours.',
          ],
    facts: addresses.map(toFact),
    action: { label: 'View wallet', url: `${publicUrl}/merchant/wallet` },
    reasons,
    publicUrl,
  })
