import { type Email, type Fact, findMailName, queueEmail, renderEmail } from '../mail/index.ts'
import { getMerchant, listManagerEmails } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { listKeysSuspendedAt } from './queries.team.ts'

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

/** Emails the owner which keys the database suspended in this transaction because this person lost their rights. */
export const notifyOfSuspendedKeys = async (
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  { merchantId, email }: { merchantId: number; email: string },
) => {
  const keys = await listKeysSuspendedAt(tx, merchantId, tx.now)
  if (keys.length === 0) return
  const owner = await getMerchant(tx, merchantId)
  await queueEmail(tx, {
    to: owner.email,
    ...keysSuspendedEmail(publicUrl, { storeName: owner.storeName, creator: email, keys }),
  })
  await emitChange(tx, `merchant:${merchantId}`, 'api-keys')
}

type Team = { storeName: string; merchantId: number }

/** Emails the owner and every admin of the store, also the one who did it. */
export const notifyTeam = (
  tx: Tx,
  config: { publicUrl: string },
  { person, source }: { person: MerchantPerson; source: Source },
  what: string,
) => emailManagers(tx, config, person, { by: person.email, what, address: source.address })

/** The same for a change that an admin of the platform made: nobody acts for a store without its people knowing. */
export const notifyTeamOfAdmin = (tx: Tx, config: { publicUrl: string }, team: Team, what: string) =>
  emailManagers(tx, config, team, { by: 'A Bitquay administrator', what })

const emailManagers = async (
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  { storeName, merchantId }: Team,
  change: { by: string; what: string; address?: string },
) => {
  const shownName = await findMailName(tx, merchantId, storeName)
  const email = teamChangedEmail(publicUrl, { storeName: shownName, ...change, at: tx.now })
  for (const to of await listManagerEmails(tx, merchantId)) await queueEmail(tx, { to, ...email })
}
