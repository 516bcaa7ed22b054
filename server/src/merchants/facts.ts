import {
  type Action,
  adminScreens,
  type Detail,
  entryOfMerchant,
  type Fact,
  merchantScreens,
  type OfMerchant,
} from '../facts/index.ts'
import type { Email } from '../mail/index.ts'
import { listManagerEmails } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import {
  keysSuspendedEmail,
  newNameNeededEmail,
  storeActivatedEmail,
  storeDeactivatedEmail,
  teamChangedEmail,
} from './emails.ts'
import type { Team } from './read-team.ts'

export const merchantCreated: Action<OfMerchant> = {
  act: 'merchant-created',
  entry: entryOfMerchant,
  screens: adminScreens('merchants'),
}
export const merchantRenamed: Action<OfMerchant> = {
  act: 'merchant-renamed',
  entry: entryOfMerchant,
  screens: merchantScreens(['settings'], ['merchants']),
}

type Activation = { merchantId: number; to: string; storeName: string; publicUrl: string }

const activation = (render: (publicUrl: string, storeName: string) => Email) => ({
  entry: entryOfMerchant,
  emails: ({ to, storeName, publicUrl }: Activation) => [{ to, ...render(publicUrl, storeName) }],
  screens: adminScreens('merchants'),
})

export const merchantActivated: Action<Activation> = { act: 'merchant-activated', ...activation(storeActivatedEmail) }
export const merchantDeactivated: Action<Activation> = {
  act: 'merchant-deactivated',
  ...activation(storeDeactivatedEmail),
}
export const nameAllowed: Action<OfMerchant> = { act: 'merchant-name-allowed', entry: entryOfMerchant }
export const nameRefused: Action<OfMerchant & { publicUrl: string }> = {
  act: 'merchant-name-refused',
  entry: entryOfMerchant,
  emails: async ({ merchantId, publicUrl }, tx) => [
    { to: await listManagerEmails(tx, merchantId), ...newNameNeededEmail(publicUrl) },
  ],
}
export const attentionChanged: Fact<unknown> = { screens: adminScreens('merchants') }
export const settingsChanged: Action<{ merchantId: number; detail: Detail }> = {
  act: 'settings-changed',
  entry: ({ detail }) => ({ detail }),
  screens: merchantScreens(['notifications', 'settings']),
}

/** `what` are sentences for everyone who manages the store. */
type OfUser = {
  user: { id: number; merchantId: number; email: string }
  team: Team
  what: readonly string[]
  detail?: Detail
}

const teamEmails = ({ team: { managers, publicUrl, ...team }, what }: Pick<OfUser, 'team' | 'what'>, tx: Tx) =>
  what.map((each) => ({ to: managers, ...teamChangedEmail(publicUrl, { ...team, what: each, at: tx.now }) }))

const ofUser = {
  entry: ({ user: { id, merchantId, email }, detail }: Pick<OfUser, 'user' | 'detail'>) => ({
    subject: { kind: 'merchant-user', id },
    merchantId,
    detail: { email, ...detail },
  }),
  screens: ({ user }: Pick<OfUser, 'user'>) => merchantScreens(['team'], ['people'])(user),
}

export const userInvited: Action<OfUser> = { ...ofUser, act: 'team-user-invited', emails: teamEmails }
export const userInvitationSent: Action<Pick<OfUser, 'user'>> = { ...ofUser, act: 'invitation-sent' }
export const userCreated: Action<OfUser> = { ...ofUser, act: 'merchant-user-created', emails: teamEmails }
export const userChanged: Action<OfUser> = {
  ...ofUser,
  act: 'merchant-user-changed',
  emails: teamEmails,
  // Their own browser must show the new role.
  screens: ({ user }) => [[`person:merchant-user:${user.id}`, 'account'], ...ofUser.screens({ user })],
}
export const userRemoved: Action<OfUser> = { ...ofUser, act: 'merchant-user-removed', emails: teamEmails }
/** Confirming a person has its own entry in the audit log. */
export const userConfirmed: Fact<Pick<OfUser, 'team' | 'what'>> = { emails: teamEmails }

/** To the owner, who alone can confirm them. */
export const keysSuspended: Fact<{
  merchantId: number
  owner: { email: string; storeName: string }
  creator: string
  keys: readonly string[]
  publicUrl: string
}> = {
  emails: ({ owner: { email, storeName }, creator, keys, publicUrl }) => [
    { to: email, ...keysSuspendedEmail(publicUrl, { storeName, creator, keys }) },
  ],
  screens: merchantScreens(['api-keys']),
}
