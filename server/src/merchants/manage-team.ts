import { mostTeamUsers } from '@bitquay/contract/merchants.team'
import { confirmPerson, invitePerson, takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { createMerchantUser, lockMerchant, lockMerchantUsers } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { teamInvitationEmail } from './emails.ts'
import { userConfirmed, userInvitationSent, userInvited } from './facts.ts'
import { limits } from './limits.ts'
import { changeUser, deleteUser } from './manage-users.ts'
import { readTeam } from './read-team.ts'
import { type By, requireTeamCode } from './require-team-code.ts'

type Role = 'admin' | 'user'

/** Invites someone to the store. Nobody but the new user ever knows their password. */
export const inviteTeamUser = (
  deps: Deps,
  by: By,
  { email, name, role }: { email: string; name: string; role: Role },
): Promise<number> =>
  commitThenThrow<number>(deps.db, async (tx) => {
    const { merchantId, storeName } = by.person
    const users = await lockTeam(tx, merchantId)
    const team = await lockMerchant(tx, merchantId)
    const refusal =
      (await requireTeamCode(tx, deps, by, { raises: role === 'admin' })) ??
      (users.length >= mostTeamUsers ? new ApiError('team-full') : undefined) ??
      (await takeInvitation(tx, deps, merchantId, email)) ??
      // Whether an account has the address is nobody's business but its owner's, who reads it behind the link.
      (users.some((user) => user.email === email) || team?.email === email ? new ApiError('email-taken') : undefined)
    if (refusal) return refusal
    const { id } = await createMerchantUser(tx, { merchantId, email, name, role, passwordHash: null })
    await invitePerson(tx, deps.config, {
      kind: 'merchant-user',
      id,
      email,
      accountName: storeName,
      template: teamInvitationEmail,
    })
    const about = {
      user: { id, merchantId, email },
      team: await readTeam(tx, deps.config, merchantId, actorOf(by)),
      what: [`invited ${email} with the role ${role}`],
      detail: { name, role },
    }
    await announce(tx, userInvited, about, actorOf(by))
    return id
  })

/** Changes what a user may do. The owner is not among the users, and nobody changes themselves. */
export const changeTeamUser = (deps: Deps, by: By, id: number, role: Role): Promise<void> =>
  commitThenThrow<void>(deps.db, async (tx) => {
    const user = await lockTeamUser(tx, by, id)
    const refusal = await requireTeamCode(tx, deps, by, { raises: role === 'admin' })
    if (refusal) return refusal
    if (user.role === role) return undefined
    await changeUser(tx, deps.config, user, { role }, actorOf(by))
    return undefined
  })

/** Removes a user or an invitation. It never waits: it may be someone who must be stopped. */
export const removeTeamUser = (deps: Deps, by: By, id: number): Promise<void> =>
  commitThenThrow<void>(deps.db, async (tx) => {
    const user = await lockTeamUser(tx, by, id)
    const refusal = await requireTeamCode(tx, deps, by, { raises: false })
    if (refusal) return refusal
    await deleteUser(tx, deps.config, user, actorOf(by))
    return undefined
  })

/** The owner confirms a user whom a restore brought back. Until then, the user may be one that was removed. */
export const confirmTeamUser = (deps: Deps, by: By, id: number): Promise<void> =>
  commitThenThrow<void>(deps.db, async (tx) => {
    const user = await lockTeamUser(tx, by, id)
    const refusal = await requireTeamCode(tx, deps, by, { raises: false })
    if (refusal) return refusal
    await confirmPerson(tx, deps, { kind: 'merchant-user', id }, by.person, by.source)
    const team = await readTeam(tx, deps.config, user.merchantId, actorOf(by))
    await announce(tx, userConfirmed, { team, what: [`confirmed ${user.email}`] })
    return undefined
  })

/** Sends an invitation again. A person who has a password has joined, and only they can reset it. */
export const resendTeamInvitation = (deps: Deps, by: By, id: number): Promise<void> =>
  commitThenThrow<void>(deps.db, async (tx) => {
    const { merchantId, storeName } = by.person
    const user = await lockTeamUser(tx, by, id)
    const refusal =
      (await requireTeamCode(tx, deps, by, { raises: false })) ??
      (user.hasJoined ? new ApiError('already-joined') : undefined) ??
      (user.isActive ? undefined : new ApiError('conflict', { message: 'This account is deactivated.' })) ??
      (await takeInvitation(tx, deps, merchantId, user.email))
    if (refusal) return refusal
    await invitePerson(tx, deps.config, {
      kind: 'merchant-user',
      id,
      email: user.email,
      accountName: storeName,
      template: teamInvitationEmail,
    })
    await announce(tx, userInvitationSent, { user }, actorOf(by))
    return undefined
  })

const actorOf = ({ person, source }: By) => ({ actor: person, source })

/**
 * One change of a team at a time. Users are locked before their merchant, as a sign-in does, and in one order, so that
 * two admins who remove each other neither both succeed nor block each other.
 */
const lockTeam = async (tx: Tx, merchantId: number) => {
  await lockMerchantUsers(tx, merchantId)
  await lockMerchant(tx, merchantId)
  // While this waited for the locks, somebody else may have added a user, whom the first read doesn't show.
  return lockMerchantUsers(tx, merchantId)
}

const lockTeamUser = async (tx: Tx, { person }: By, id: number) => {
  const user = (await lockTeam(tx, person.merchantId)).find((each) => each.id === id)
  if (!user) throw new ApiError('not-found')
  if (person.kind === 'merchant-user' && person.id === id) {
    throw new ApiError('not-yourself', { message: 'You can’t change your own access. Ask another owner or admin.' })
  }
  return user
}

/** Invitations go to strangers, so a store sends few of them, and an address gets few of them. */
const takeInvitation = async (tx: Tx, { config }: Deps, merchantId: number, email: string) => {
  if (!config.rateLimits) return undefined
  const closed =
    (await takeAttempt(tx, limits.teamInvitations(merchantId))) ?? (await takeAttempt(tx, limits.invitationsTo(email)))
  return closed && new ApiError('invitation-limit', { retryAfterSeconds: closed.retryAfterSeconds })
}
