import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockPerson } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { markConfirmed } from '../platform/db/unconfirmed-people.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person, PersonRef } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { personConfirmed } from './facts.ts'
import { invitePerson } from './invite-person.ts'
import { issueResetToken, revokeResetTokens } from './table.reset-tokens.ts'

const linkDays = 7

/**
 * Confirms somebody whom a restore brought back. Their password may have been changed after the backup, perhaps because
 * it was stolen, so they set a new one by an emailed link. Their second factor stays. Who had not joined yet is invited
 * again. Call it after the second factor of the person who confirms was checked.
 */
export const confirmPerson = async (
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  person: PersonRef,
  by: Person,
  source: Source,
): Promise<void> => {
  const locked = await lockPerson(tx, person)
  if (!locked) throw new ApiError('not-found')
  if (!locked.isActive) throw new ApiError('conflict', { message: 'Activate this account first.' })
  if (!(await markConfirmed(tx, person))) throw new ApiError('conflict')
  const { kind, id, email, name, storeName } = locked
  await revokeResetTokens(tx, { kind, id, email })
  const hasJoined = locked.passwordHash !== null
  if (!hasJoined) await invitePerson(tx, config, { kind, id, email, accountName: storeName ?? name })
  const link = hasJoined ? await issueResetToken(tx, locked, 'reset', linkDays * 24 * 3_600_000) : undefined
  const about = { person: locked, link, publicUrl: config.publicUrl }
  await announce(tx, personConfirmed, about, { actor: by, source })
}
