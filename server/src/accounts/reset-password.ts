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
import { isResetTokenGood, issueResetToken, spendResetToken } from './table.reset-tokens.ts'
import { endSessionsOf, startSession } from './table.sessions.ts'

export type SignedIn = { token: string; person: Person }

/**
 * Sets a new password with the token of a reset or invitation letter and ends all sessions. The second factor stays as
 * it is: whoever reads someone's mail has only one of the two. Outside the sandbox, whoever joins and can move money is
 * handed a session in which to set up a second factor.
 */
export const resetPassword = async (
  deps: Deps,
  { token, newPassword }: { token: string; newPassword: string },
  source: Source,
): Promise<SignedIn | undefined> => {
  const { db, passwords, config } = deps
  await requireAttempts(deps, [limits.resetTokenFromSource(source.address)])
  if (!(await isResetTokenGood(db, token))) throw new ApiError('reset-token-invalid')
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

/** Everyone who can move a store's or the platform's money, and has no second factor yet. */
const needsSecondFactor = ({ kind, role, twoFactorEnabled }: Credentials) =>
  !twoFactorEnabled && (kind === 'admin' || kind === 'merchant' || (kind === 'merchant-user' && role === 'admin'))

/** Whoever joins is signed in at once, and may do nothing but set up a second factor. */
const startEnrollment = async (tx: Tx, person: Credentials, source: Source): Promise<SignedIn> => {
  await markMustEnroll(tx, person)
  const { id, token } = await startSession(tx, person, source)
  return { token, person: toPerson({ ...person, mustEnroll: true }, { id, passwordIsRecent: true }) }
}

/** Longer than the work takes: what is left of the difference between one address and another is not heard outside. */
const answerAfterMs = 100

/**
 * Mails a reset link. Whether there is such a person, and whether they have asked too often, changes neither the answer
 * nor the work: for an address that nobody has, the same rows are written and taken back.
 */
export const requestPasswordReset = async (deps: Deps, email: string, source: Source) => {
  const [outcome] = await Promise.allSettled([mailLink(deps, email, source), sleep(answerAfterMs)])
  if (outcome.status === 'rejected') throw outcome.reason
}

const mailLink = ({ db, config }: Deps, email: string, source: Source) =>
  commitThenThrow(db, async (tx) => {
    if (config.rateLimits) {
      const refusal = await takeAttempt(tx, limits.resetFromSource(source.address))
      if (refusal) return refusal
      if (await takeAttempt(tx, limits.resetOfAccount(email))) return undefined
    }
    const known = await findCredentialsByEmail(tx, email)
    await sql`savepoint letter`.execute(tx)
    await writeLink(tx, config.publicUrl, { kind: known?.kind ?? 'merchant', email })
    if (!known?.isActive) await sql`rollback to savepoint letter`.execute(tx)
    return undefined
  })

const writeLink = async (tx: Tx, publicUrl: string, person: { kind: PersonKind; email: string }) => {
  const token = await issueResetToken(tx, person, 'reset')
  await queueEmail(tx, { to: person.email, ...passwordResetEmail(publicUrl, token) })
}
