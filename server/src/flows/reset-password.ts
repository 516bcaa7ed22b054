import type { Deps } from '../deps.ts'
import { recordAct } from '../modules/act-log/record-act.ts'
import { forgetAttempts, giveBackAttempt, limits } from '../modules/auth/attempts.ts'
import { findCredentialsByEmail, lockCredentials } from '../modules/auth/credentials.ts'
import { describeDevice } from '../modules/auth/describe-device.ts'
import { requireUncommonPassword } from '../modules/auth/require-uncommon-password.ts'
import { isResetTokenGood, spendResetToken } from '../modules/auth/reset-tokens.ts'
import { endSessionsOf } from '../modules/auth/sessions.ts'
import { setPassword } from '../modules/auth/set-password.ts'
import { passwordChangedLetter } from '../modules/mail/account-letters.ts'
import { queueMail } from '../modules/mail/queue-mail.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { requireAttempts } from './require-attempts.ts'

/**
 * Sets a new password with the token of a reset or invitation letter and ends all sessions. The second factor stays as
 * it is: whoever reads someone's mail has only one of the two.
 */
export const resetPassword = async (
  deps: Deps,
  { token, newPassword }: { token: string; newPassword: string },
  source: Source,
) => {
  const { db, passwords, config } = deps
  await requireAttempts(deps, [limits.resetTokenFromSource(source.address)])
  if (!(await isResetTokenGood(db, token))) throw new ApiError('reset-token-invalid')
  requireUncommonPassword(newPassword)
  const passwordHash = await passwords.hash(newPassword)

  await inTransaction(db, async (tx) => {
    const spent = await spendResetToken(tx, token)
    const known = spent && (await findCredentialsByEmail(tx, spent.email))
    if (!known?.isActive || known.kind !== spent?.userType) throw new ApiError('reset-token-invalid')
    const person = await lockCredentials(tx, known)
    await setPassword(tx, person, passwordHash)
    await endSessionsOf(tx, person)
    await giveBackAttempt(tx, limits.resetTokenFromSource(source.address))
    await forgetAttempts(tx, limits.signInOfAccount(person.email))
    const invited = spent.purpose === 'invitation'
    await recordAct(tx, { act: invited ? 'invitation-accepted' : 'password-reset', actor: person, source })
    if (!invited) {
      const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
      await queueMail(tx, { to: person.email, ...passwordChangedLetter(config.publicUrl, from) })
    }
    await noteChange(tx, `person:${person.kind}:${person.id}`, 'sessions')
  })
}
