import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { twoFactorResetLetter } from './emails.ts'
import { lockPerson } from './lock-person.ts'
import { notifyCoOwners } from './notify-co-owners.ts'
import type { PersonRef } from './person-tables.ts'
import { deleteRecoveryCodes } from './table.recovery-codes.ts'
import { endSessionsOf } from './table.sessions.ts'
import { disableTwoFactor } from './two-factor-state.ts'

/**
 * Turns off the second factor of someone who has lost phone and recovery codes. Their sessions end: whoever holds one of
 * them may be the reason why it was asked for. An admin's own goes the way of everyone's own, with a code.
 */
export const resetTwoFactor = ({ db, config }: Deps, admin: Admin, person: PersonRef, source: Source) =>
  inTransaction(db, async (tx) => {
    if (person.kind === 'admin' && person.id === admin.id) throw new ApiError('not-yourself')
    const locked = await lockPerson(tx, person)
    if (!locked) throw new ApiError('not-found')
    if (!locked.twoFactorEnabled) throw new ApiError('second-factor-not-on')
    await disableTwoFactor(tx, locked)
    await deleteRecoveryCodes(tx, locked)
    await endSessionsOf(tx, locked)
    await recordAct(tx, {
      act: 'two-factor-reset',
      actor: admin,
      source,
      subject: { kind: locked.kind, id: locked.id },
      ...(locked.merchantId === null ? {} : { merchantId: locked.merchantId }),
      detail: { email: locked.email },
    })
    await queueMail(tx, { to: locked.email, ...twoFactorResetLetter(config.publicUrl) })
    await notifyCoOwners(tx, config, locked, 'reset by an administrator', source)
    await noteChange(tx, `person:${locked.kind}:${locked.id}`, 'sessions')
    await noteChange(tx, 'admin', 'people')
  })
