import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person, PersonKind } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { toPerson } from './authenticate.ts'
import { describeDevice } from './describe-device.ts'
import { passwordChangedEmail, passwordResetEmail } from './emails.ts'
import { requireAttempts } from './require-attempts.ts'
import { requireUncommonPassword } from './require-uncommon-password.ts'
import { forgetAttempts, limits, returnAttempt, takeAttempt } from './table.attempts.ts'
import {
  type Credentials,
  findCredentialsByEmail,
  lockCredentials,
  markMustEnroll,
  setPassword,
} from './table.credentials.ts'
import { isResetTokenValid, issueResetToken, spendResetToken } from './table.reset-tokens.ts'
import { endSessionsOf, startSession } from './table.sessions.ts'

export type SignedIn = { token: string; person: Person }

/**
 * Sets a new password with the token of a reset or invitation email and ends all sessions. 2FA stays as it is, because
 * someone who can read a person's email has only one of the two factors. Outside the sandbox, a new person who can move
 * money gets a session in which to set up 2FA.
 */
export const resetPassword = async (
  deps: Deps,
  { token, newPassword }: { token: string; newPassword: string },
  source: Source,
): Promise<SignedIn | undefined> => {
  const { db, passwords, config } = deps
  await requireAttempts(deps, [limits.resetTokenFromSource(source.address)])
  if (!(await isResetTokenValid(db, token))) throw new ApiError('reset-token-invalid')
  requireUncommonPassword(newPassword)
  const passwordHash = await passwords.hash(newPassword)

  return inTransaction(db, async (tx) => {
    const spent = await spendResetToken(tx, token)
    const known = spent && (await findCredentialsByEmail(tx, spent.email))
    if (!known?.isActive || known.kind !== spent?.userType) throw new ApiError('reset-token-invalid')
    const person = await lockCredentials(tx, known)
    await setPassword(tx, person, passwordHash)
    await endSessionsOf(tx, person)
    await returnAttempt(tx, limits.resetTokenFromSource(source.address))
    await forgetAttempts(tx, limits.signInOfAccountFromSource(person.email, source.address))
    const invited = spent.purpose === 'invitation'
    await recordActivity(tx, { act: invited ? 'invitation-accepted' : 'password-reset', actor: person, source })
    if (!invited) {
      const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
      await queueEmail(tx, { to: person.email, ...passwordChangedEmail(config.publicUrl, from) })
    }
    await emitChange(tx, `person:${person.kind}:${person.id}`, 'sessions')
    const joins = invited || known.passwordHash === null
    return joins && config.mode !== 'sandbox' && needsSecondFactor(person)
      ? startEnrollment(tx, { ...person, passwordHash }, source)
      : undefined
  })
}

/** True for everyone who can move a store's or the platform's money and has no 2FA yet. */
const needsSecondFactor = ({ kind, role, twoFactorEnabled }: Credentials) =>
  !twoFactorEnabled && (kind === 'admin' || kind === 'merchant' || (kind === 'merchant-user' && role === 'admin'))

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
    await queueResetLink(tx, config.publicUrl, { kind: known?.kind ?? 'merchant', email })
    if (!known?.isActive) await sql`rollback to savepoint letter`.execute(tx)
    return undefined
  })

const queueResetLink = async (tx: Tx, publicUrl: string, person: { kind: PersonKind; email: string }) => {
  const token = await issueResetToken(tx, person, 'reset')
  await queueEmail(tx, { to: person.email, ...passwordResetEmail(publicUrl, token) })
}
