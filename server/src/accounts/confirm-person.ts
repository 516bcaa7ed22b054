import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { lockPerson } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { markConfirmed } from '../platform/db/unconfirmed-people.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person, PersonRef } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { confirmedEmail } from './emails.ts'
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
  const { kind, id, email, name, merchantId, storeName } = locked
  await revokeResetTokens(tx, { kind, id, email })
  if (locked.passwordHash === null) await invitePerson(tx, config, { kind, id, email, accountName: storeName ?? name })
  else {
    const token = await issueResetToken(tx, { kind, id, email }, 'reset', linkDays * 24 * 3_600_000)
    await queueEmail(tx, { to: email, ...confirmedEmail(config.publicUrl, token, kind) })
  }
  await recordActivity(tx, {
    act: 'person-confirmed',
    actor: by,
    source,
    subject: { kind, id },
    ...(merchantId === null ? {} : { merchantId }),
    detail: { email },
  })
  if (merchantId !== null) await emitChange(tx, `merchant:${merchantId}`, 'team')
  await emitChange(tx, 'admin', kind === 'merchant' ? 'merchants' : 'people')
}
