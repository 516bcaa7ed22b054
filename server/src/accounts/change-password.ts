import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { getCredentials, lockCredentials, setPassword } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { describeSource } from './describe-source.ts'
import { passwordChanged } from './facts.ts'
import { limits } from './limits.ts'
import { requireAttempts } from './require-attempts.ts'
import { requireUncommonPassword } from './require-uncommon-password.ts'
import { forgetAttempts } from './table.attempts.ts'
import { revokeResetTokens } from './table.reset-tokens.ts'
import { endSessionsOf } from './table.sessions.ts'

/** Changes the person's own password and ends their other sessions. */
export const changePassword = async (
  deps: Deps,
  person: Person,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  source: Source,
) => {
  const { db, passwords, config } = deps
  await requireAttempts(deps, [limits.currentPassword(person)])
  const before = await getCredentials(db, person)
  if (!(await passwords.verify(before.passwordHash, currentPassword))) throw new ApiError('wrong-current-password')
  await inTransaction(db, (tx) => forgetAttempts(tx, limits.currentPassword(person)))
  requireUncommonPassword(newPassword)
  const passwordHash = await passwords.hash(newPassword)

  await inTransaction(db, async (tx) => {
    const now = await lockCredentials(tx, person)
    // The password changed while we were hashing, so the one we checked is no longer current.
    if (now.passwordHash !== before.passwordHash) throw new ApiError('conflict')
    await setPassword(tx, person, passwordHash)
    await endSessionsOf(tx, person, { except: person.sessionId })
    await revokeResetTokens(tx, person)
    const from = describeSource(tx, person, source)
    await announce(tx, passwordChanged, { person, from, publicUrl: config.publicUrl }, { actor: person, source })
  })
}
