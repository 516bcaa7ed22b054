import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import { requireAttempts } from './require-attempts.ts'
import { forgetAttempts, limits } from './table.attempts.ts'
import { getCredentials, lockCredentials } from './table.credentials.ts'
import { markPasswordChecked } from './table.sessions.ts'

/** Checks the password of someone who is signed in, so that their session may do for 10 minutes what a stolen one must not. */
export const reauthenticate = async (deps: Deps, person: Person, password: string) => {
  await requireAttempts(deps, [limits.currentPassword(person)])
  const before = await getCredentials(deps.db, person)
  if (!(await deps.passwords.verify(before.passwordHash, password))) {
    throw new ApiError('wrong-current-password', { message: 'Incorrect password' })
  }
  await inTransaction(deps.db, async (tx) => {
    const now = await lockCredentials(tx, person)
    // Someone changed it while we were hashing: the password that was proven is no longer the current one.
    if (now.passwordHash !== before.passwordHash) throw new ApiError('conflict')
    await forgetAttempts(tx, limits.currentPassword(person))
    await markPasswordChecked(tx, person.sessionId)
  })
}
