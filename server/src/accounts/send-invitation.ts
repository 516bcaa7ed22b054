import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { invitePerson } from './invite-person.ts'
import { lockPerson } from './lock-person.ts'
import type { PersonRef } from './person-tables.ts'

/** Sends an invitation again. Whoever has a password has joined: theirs is reset by themselves and by nobody else. */
export const sendInvitation = ({ db, config }: Deps, admin: Admin, person: PersonRef, source: Source) =>
  inTransaction(db, async (tx) => {
    const locked = await lockPerson(tx, person)
    if (!locked) throw new ApiError('not-found')
    if (locked.passwordHash !== null) throw new ApiError('already-joined')
    if (!locked.isActive) throw new ApiError('conflict', { message: 'Activate this account first.' })
    await invitePerson(tx, config, { kind: locked.kind, email: locked.email, accountName: locked.name })
    await recordAct(tx, {
      act: 'invitation-sent',
      actor: admin,
      source,
      subject: { kind: locked.kind, id: locked.id },
      ...(locked.merchantId === null ? {} : { merchantId: locked.merchantId }),
      detail: { email: locked.email },
    })
    await noteChange(tx, 'admin', locked.kind === 'merchant' ? 'merchants' : 'people')
  })
