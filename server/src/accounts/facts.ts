import type { Topic } from '@bitquay/contract/platform.events'
import type { Action, Addressed, Fact } from '../facts/index.ts'
import type { Email } from '../mail/index.ts'
import type { Credentials } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonRef } from '../platform/http/person.ts'
import type { WhoAndWhere } from './describe-source.ts'
import {
  colleagueTwoFactorEmail,
  confirmedEmail,
  newSignInEmail,
  passwordChangedEmail,
  recoveryCodesRenewedEmail,
  recoveryCodeUsedEmail,
  twoFactorDisabledEmail,
  twoFactorEnabledEmail,
  twoFactorPausedEmail,
} from './emails.ts'
import { listCoOwners } from './queries.ts'

/** The open screens of the person themselves. */
const mine =
  (...topics: Topic[]) =>
  ({ person: { kind, id } }: { person: PersonRef }) =>
    topics.map((topic) => [`person:${kind}:${id}`, topic] as const)

/** What somebody did with their own account, which an email reports with the place it came from. */
type Own = { person: PersonRef & { email: string }; from: WhoAndWhere; publicUrl: string }

const ownEmail =
  (render: (publicUrl: string, from: WhoAndWhere) => Email) =>
  ({ person, from, publicUrl }: Own) => [{ to: person.email, ...render(publicUrl, from) }]

export const signedIn: Action<Own & { by: string; isNewDevice: boolean }> = {
  act: 'signed-in',
  entry: ({ by, from }) => ({ detail: { by, device: from.device } }),
  emails: (about) => (about.isNewDevice ? ownEmail(newSignInEmail)(about) : undefined),
  screens: mine('sessions'),
}
export const signedOut: Action<{ person: PersonRef }> = { act: 'signed-out', screens: mine('sessions') }
export const sessionsEnded: Action<{ person: PersonRef; sessions: number }> = {
  act: 'sessions-ended',
  entry: ({ sessions }) => ({ detail: { sessions } }),
  screens: mine('sessions'),
}
/** By a change that has its own entry in the audit log. */
export const accessTakenAway: Fact<{ person: PersonRef }> = { screens: mine('sessions') }
export const preferencesChanged: Fact<{ person: PersonRef }> = { screens: mine('preferences') }
export const restoreReviewStarted: Action<unknown> = { act: 'restore-review-started' }

export const passwordChanged: Action<Own> = {
  act: 'password-changed',
  emails: ownEmail(passwordChangedEmail),
  screens: mine('sessions', 'account'),
}

/** `joins` says that it is the person's first password. */
type Joining = Own & { person: Credentials; joins: boolean }

const screensOfJoining = ({ person, joins }: Joining) => [
  ...mine('sessions')({ person }),
  ...(joins && person.kind === 'merchant-user' ? screensOfTeam(person) : []),
  ...(joins ? screensOfPeople({ person }) : []),
]
const screensOfTeam = ({ merchantId }: { merchantId: number | null }) =>
  merchantId === null ? [] : [[`merchant:${merchantId}`, 'team'] as const]
const screensOfPeople = ({ person }: { person: PersonRef }) =>
  [['admin', person.kind === 'merchant' ? 'merchants' : 'people']] as const

export const passwordReset: Action<Joining> = {
  act: 'password-reset',
  emails: ownEmail(passwordChangedEmail),
  screens: screensOfJoining,
}
export const invitationAccepted: Action<Joining> = { act: 'invitation-accepted', screens: screensOfJoining }

/** The others who can act for the same account learn that someone's second factor was changed. */
type FactorChanged = Own & { person: Credentials }

const coOwnersEmails = async (
  tx: Tx,
  { person, from, publicUrl }: FactorChanged,
  change: Parameters<typeof colleagueTwoFactorEmail>[1]['change'],
): Promise<Addressed[]> => [
  { to: await listCoOwners(tx, person), ...colleagueTwoFactorEmail(publicUrl, { email: person.email, change }, from) },
]

export const twoFactorEnabled: Action<FactorChanged> = {
  act: 'two-factor-enabled',
  emails: async (about, tx) => [
    ...ownEmail(twoFactorEnabledEmail)(about),
    ...(await coOwnersEmails(tx, about, 'set up')),
  ],
  screens: mine('account'),
}
export const twoFactorDisabled: Action<FactorChanged & { by: string }> = {
  act: 'two-factor-disabled',
  entry: ({ by }) => ({ detail: { by } }),
  emails: async (about, tx) => [
    ...ownEmail(twoFactorDisabledEmail)(about),
    ...(await coOwnersEmails(tx, about, 'turned off')),
  ],
  screens: mine('account'),
}
export const twoFactorPaused: Action<Own> = { act: 'two-factor-paused', emails: ownEmail(twoFactorPausedEmail) }
export const recoveryCodeUsed: Action<Own & { left: number }> = {
  act: 'recovery-code-used',
  entry: ({ left }) => ({ detail: { left } }),
  emails: ({ person, publicUrl, from, left }) => [
    { to: person.email, ...recoveryCodeUsedEmail(publicUrl, from, left) },
  ],
  screens: mine('account'),
}
export const recoveryCodesRenewed: Action<Own> = {
  act: 'recovery-codes-renewed',
  emails: ownEmail(recoveryCodesRenewedEmail),
  screens: mine('account'),
}

/** What somebody else did for a person. */
type Other = { person: PersonRef & { email: string; merchantId: number | null } }

const entryOfPerson = ({ person: { kind, id, merchantId, email } }: Other) => ({
  subject: { kind, id },
  merchantId,
  detail: { email },
})

export const twoFactorReset: Action<FactorChanged> = {
  act: 'two-factor-reset',
  entry: entryOfPerson,
  emails: (about, tx) => coOwnersEmails(tx, about, 'reset by an administrator'),
  screens: ({ person }) => [...screensOfTeam(person), ['admin', 'people']],
}
/** Part of other news, which have the entry in the audit log. */
export const personInvited: Fact<{ to: string; email: Email }> = { emails: ({ to, email }) => [{ to, ...email }] }
export const invitationSent: Action<Other> = {
  act: 'invitation-sent',
  entry: entryOfPerson,
  screens: screensOfPeople,
}
/** Who has joined gets a link to set a new password. */
export const personConfirmed: Action<Other & { link: string | undefined; publicUrl: string }> = {
  act: 'person-confirmed',
  entry: entryOfPerson,
  emails: ({ person, link, publicUrl }) =>
    link === undefined ? undefined : [{ to: person.email, ...confirmedEmail(publicUrl, link, person.kind) }],
  screens: ({ person }) => [...screensOfTeam(person), ...screensOfPeople({ person })],
}

type OfAdmin = { id: number; email: string; name?: string }

const ofAdmin = {
  entry: ({ id, ...detail }: OfAdmin) => ({ subject: { kind: 'admin', id }, detail }),
  screens: () => [['admin', 'people']] as const,
}

export const firstAdminCreated: Action<{ id: number }> = {
  act: 'first-admin-created',
  entry: ({ id }) => ({ subject: { kind: 'admin', id } }),
}
export const adminInvited: Action<OfAdmin> = { ...ofAdmin, act: 'admin-invited' }
export const adminActivated: Action<OfAdmin> = { ...ofAdmin, act: 'admin-activated' }
export const adminDeactivated: Action<OfAdmin> = { ...ofAdmin, act: 'admin-deactivated' }
