import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { queueEmail } from '../mail/index.ts'
import {
  type Credentials,
  findCredentials,
  findCredentialsByEmail,
  isOnlyInvited,
  lockCredentials,
  markMustEnroll,
  setPassword,
} from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { findUnconfirmed, markReturned } from '../platform/db/unconfirmed-people.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person, PersonKind, PersonRef } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { toPerson } from './authenticate.ts'
import { describeSource } from './describe-source.ts'
import { passwordResetEmail } from './emails.ts'
import { invitationAccepted, passwordReset } from './facts.ts'
import { limits } from './limits.ts'
import { requireAttempts } from './require-attempts.ts'
import { requireUncommonPassword } from './require-uncommon-password.ts'
import { forgetAttempts, returnAttempt, takeAttempt } from './table.attempts.ts'
import {
  findInvited,
  isResetTokenValid,
  issueResetToken,
  revokeResetTokens,
  spendResetToken,
} from './table.reset-tokens.ts'
import { endSessionsOf, startSession } from './table.sessions.ts'

export type SignedIn = { token: string; person: Person }

type NewPassword = { token: string; newPassword: string }

/**
 * Sets a new password with the token of a reset or invitation email and ends all sessions. 2FA stays as it is, because
 * someone who can read a person's email has only one of the two factors. Outside the sandbox, a new person who can move
 * money gets a session in which to set up 2FA.
 */
export const resetPassword = async (
  deps: Deps,
  { token, newPassword }: NewPassword,
  source: Source,
): Promise<SignedIn | undefined> => {
  await requireAttempts(deps, [limits.resetTokenFromSource(source.address)])
  if (!(await isResetTokenValid(deps.db, token))) throw new ApiError('reset-token-invalid')
  const passwordHash = await hashPassword(deps, newPassword)
  return inTransaction(deps.db, async (tx) => {
    const { person, joins } = await useToken(tx, deps, token, passwordHash, source)
    return joins && mustEnroll(deps, person) ? startEnrollment(tx, person, source) : undefined
  })
}

/**
 * Sets the first password with the token of an invitation, and signs the person in. Who must set up 2FA can do nothing
 * else before.
 */
export const acceptInvitation = async (
  deps: Deps,
  { token, newPassword }: NewPassword,
  source: Source,
): Promise<SignedIn> => {
  await getInvited(deps, token, source)
  const passwordHash = await hashPassword(deps, newPassword)
  return inTransaction(deps.db, async (tx) => {
    const { person, joins, invited } = await useToken(tx, deps, token, passwordHash, source)
    // Only a first password signs in. Someone who has joined and has a second factor must enter it.
    if (!invited || !joins || person.twoFactorEnabled) throw invalidInvitation()
    if (mustEnroll(deps, person)) return startEnrollment(tx, person, source)
    const session = await startSession(tx, person, source)
    return { token: session.token, person: toPerson(person, { id: session.id, passwordIsRecent: true }) }
  })
}

/** Whom a valid invitation is for. */
export const readInvitation = async (deps: Deps, token: string, source: Source) => {
  const person = await getInvited(deps, token, source)
  await inTransaction(deps.db, (tx) => returnAttempt(tx, limits.resetTokenFromSource(source.address)))
  return {
    accountName: person.storeName ?? person.name,
    email: person.email,
    needsTwoFactor: mustEnroll(deps, person),
  }
}

const getInvited = async (deps: Deps, token: string, source: Source): Promise<Credentials> => {
  await requireAttempts(deps, [limits.resetTokenFromSource(source.address)])
  const invited = await findInvited(deps.db, token)
  const known = invited && (await findLinked(deps.db, invited))
  if (!known?.isActive || known.passwordHash !== null) throw invalidInvitation()
  await requireFreeAddress(deps.db, known)
  return known
}

type Linked = { email: string; userType: PersonKind; personId: number | null }

/** Whom a link is for. Somebody whose address has changed since needs a new link. */
const findLinked = async (db: Db, { email, userType: kind, personId }: Linked): Promise<Credentials | undefined> => {
  const known = await (personId === null
    ? findCredentialsByEmail(db, email)
    : findCredentials(db, { kind, id: personId }))
  return known?.kind === kind && known.email === email ? known : undefined
}

/** An invitation doesn't hold its address. Only who has the link is told that an account has it now. */
const requireFreeAddress = async (db: Db, invited: Credentials) => {
  const holder = await findCredentialsByEmail(db, invited.email)
  if (!holder || isOnlyInvited(holder) || (holder.kind === invited.kind && holder.id === invited.id)) return
  throw new ApiError('email-taken', {
    message: 'Your email address already has an account. Ask for an invitation to another address.',
  })
}

const invalidInvitation = () =>
  new ApiError('reset-token-invalid', {
    message: 'This invitation is invalid or has expired. Ask for a new one.',
  })

const hashPassword = ({ passwords }: Deps, newPassword: string) => {
  requireUncommonPassword(newPassword)
  return passwords.hash(newPassword)
}

/** Uses up a token: of several requests at the same time one sets its password. */
const useToken = async (
  tx: Tx,
  { config }: Deps,
  token: string,
  passwordHash: string,
  source: Source,
): Promise<{ person: Credentials; joins: boolean; invited: boolean }> => {
  const spent = await spendResetToken(tx, token)
  const known = spent && (await findLinked(tx, spent))
  if (!spent || !known?.isActive) throw new ApiError('reset-token-invalid')
  await requireFreeAddress(tx, known)
  const person = await lockCredentials(tx, known)
  const unconfirmed = await findUnconfirmed(tx, person)
  if (unconfirmed && unconfirmed.confirmedAt === null) throw new ApiError('reset-token-invalid')
  if (unconfirmed) await markReturned(tx, person)
  await revokeResetTokens(tx, person)
  await setPassword(tx, person, passwordHash)
  await endSessionsOf(tx, person)
  await returnAttempt(tx, limits.resetTokenFromSource(source.address))
  await forgetAttempts(tx, limits.signInOfAccountFromSource(person.email, source.address))
  const invited = spent.purpose === 'invitation'
  const joins = invited || person.passwordHash === null
  const about = { person, joins, from: describeSource(tx, person, source), publicUrl: config.publicUrl }
  await announce(tx, invited ? invitationAccepted : passwordReset, about, { actor: person, source })
  return { person: { ...person, passwordHash }, joins, invited }
}

/** Outside the sandbox everyone who can move a store's or the platform's money sets up 2FA as they join. */
const mustEnroll = ({ config }: Deps, { kind, role, twoFactorEnabled }: Credentials) =>
  config.mode !== 'sandbox' &&
  !twoFactorEnabled &&
  (kind === 'admin' || kind === 'merchant' || (kind === 'merchant-user' && role === 'admin'))

/** Signs in a person who just joined. They can do nothing but set up 2FA. */
const startEnrollment = async (tx: Tx, person: Credentials, source: Source): Promise<SignedIn> => {
  await markMustEnroll(tx, person)
  const { id, token } = await startSession(tx, person, source)
  return { token, person: toPerson({ ...person, mustEnroll: true }, { id, passwordIsRecent: true }) }
}

/** Longer than the work takes, so that the response time doesn't show whether an address is known. */
const respondAfterMs = 100

/**
 * Emails a reset link. An unknown address or too many requests change neither the response nor the work: for an unknown
 * address, the same rows are written and rolled back.
 */
export const requestPasswordReset = async (deps: Deps, email: string, source: Source) => {
  const [outcome] = await Promise.allSettled([emailResetLink(deps, email, source), sleep(respondAfterMs)])
  if (outcome.status === 'rejected') throw outcome.reason
}

const emailResetLink = ({ db, config }: Deps, email: string, source: Source) =>
  commitThenThrow(db, async (tx) => {
    if (config.rateLimits) {
      const refusal = await takeAttempt(tx, limits.resetFromSource(source.address))
      if (refusal) return refusal
      if (await takeAttempt(tx, limits.resetOfAccount(email))) return undefined
    }
    const known = await findCredentialsByEmail(tx, email)
    await sql`savepoint letter`.execute(tx)
    await queueResetLink(tx, config.publicUrl, { kind: known?.kind ?? 'merchant', id: known?.id ?? 0, email })
    // Who was brought back by a restore gets a link from the person who confirms them.
    const unconfirmed = await findUnconfirmed(tx, known ?? { kind: 'merchant', id: 0 })
    if (!known?.isActive || (unconfirmed && unconfirmed.confirmedAt === null))
      await sql`rollback to savepoint letter`.execute(tx)
    return undefined
  })

const queueResetLink = async (tx: Tx, publicUrl: string, person: PersonRef & { email: string }) => {
  const token = await issueResetToken(tx, person, 'reset')
  await queueEmail(tx, { to: person.email, ...passwordResetEmail(publicUrl, token) })
}
