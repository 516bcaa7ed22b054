import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { createAdmin } from './create-admin.ts'
import { invitePerson } from './invite-person.ts'

/** A further administrator. Nobody but they themselves ever knows their password. */
export const addAdmin = (
  { db, config }: Deps,
  admin: Admin,
  { email, name }: { email: string; name: string },
  source: Source,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { id } = await createAdmin(tx, { email, name, passwordHash: null })
    await invitePerson(tx, config, { kind: 'admin', email, accountName: `administrator ${name}` })
    await recordAct(tx, {
      act: 'admin-invited',
      actor: admin,
      source,
      subject: { kind: 'admin', id },
      detail: { email, name },
    })
    await noteChange(tx, 'admin', 'people')
    return id
  })
