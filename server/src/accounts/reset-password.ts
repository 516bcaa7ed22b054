import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { describeDevice } from './describe-device.ts'
import { passwordChangedLetter } from './emails.ts'
import { requireAttempts } from './require-attempts.ts'
import { requireUncommonPassword } from './require-uncommon-password.ts'
import { setPassword } from './set-password.ts'
import { forgetAttempts, giveBackAttempt, limits } from './table.attempts.ts'
import { type Credentials, findCredentialsByEmail, lockCredentials } from './table.credentials.ts'
import { isResetTokenGood, spendResetToken } from './table.reset-tokens.ts'
import { endSessionsOf, startSession } from './table.sessions.ts'
import { toPerson } from './to-person.ts'
import { markMustEnroll } from './two-factor-state.ts'

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
    await giveBackAttempt(tx, limits.resetTokenFromSource(source.address))
    await forgetAttempts(tx, limits.signInOfAccountFromSource(person.email, source.address))
    const invited = spent.purpose === 'invitation'
    await recordAct(tx, { act: invited ? 'invitation-accepted' : 'password-reset', actor: person, source })
    if (!invited) {
      const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
      await queueMail(tx, { to: person.email, ...passwordChangedLetter(config.publicUrl, from) })
    }
    await noteChange(tx, `person:${person.kind}:${person.id}`, 'sessions')
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
