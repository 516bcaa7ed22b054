import { type Email, type Fact, renderEmail } from '../mail/index.ts'

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

/** Only the store's name is not our own text: an email to a stranger must not carry a message of the sender's. */
export const teamInvitationEmail = (publicUrl: string, token: string, storeName: string): Email =>
  renderEmail({
    subject: `You’re invited to ${storeName}`,
    paragraphs: [`You can now sign in for ${storeName}. Choose a password to join.`],
    action: { label: 'Join the team', url: `${publicUrl}/welcome?token=${encodeURIComponent(token)}`, first: true },
    closing: [
      'The link works once and expires in 7 days.',
      'If you don’t know this business, ignore this email: nothing happens without your password.',
    ],
    publicUrl,
  })

export const teamChangedEmail = (
  publicUrl: string,
  change: { storeName: string; by: string; what: string; address?: string; at: Date },
): Email =>
  renderEmail((minute) => ({
    subject: `The team of ${change.storeName} was changed`,
    paragraphs: [`${change.by} ${change.what}.`],
    facts: [
      ['By', change.by],
      ['When', minute(change.at)],
      ...(change.address === undefined ? [] : [['IP address', change.address, 'code'] satisfies Fact]),
    ],
    action: { label: 'See your team', url: `${publicUrl}/merchant/settings?tab=team` },
    notice: {
      tone: 'caution',
      line: [
        'If you don’t expect this, ask them now. If it wasn’t them, ',
        { label: 'contact us', url: `${publicUrl}/contact` },
      ],
    },
    reasons: ['You’re getting this because you manage this store. Emails about its team can’t be turned off.'],
    publicUrl,
  }))

/** To the owner, who alone can confirm them. */
export const keysSuspendedEmail = (
  publicUrl: string,
  about: { storeName: string; creator: string; keys: readonly string[] },
): Email =>
  renderEmail({
    subject: 'API keys suspended',
    paragraphs: [
      `${about.creator} is no longer an admin of ${about.storeName}. These API keys that they created can’t move money until you confirm them: ${about.keys.join(', ')}.`,
      'Refunds and withdrawals with them are refused until then. If nobody needs a key anymore, revoke it.',
    ],
    action: { label: 'View API keys', url: `${publicUrl}/merchant/settings?tab=developer` },
    reasons: ['You’re getting this because you own this store. Emails about API keys can’t be turned off.'],
    publicUrl,
  })
