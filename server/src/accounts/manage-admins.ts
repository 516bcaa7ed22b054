import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { invitePerson } from './invite-person.ts'
import { createAdmin, lockAdmins, markAdminActive } from './table.admins.ts'

/** Takes someone's right to administer away, or gives it back. Someone who can sign in is always left. */
export const changeAdmin = ({ db }: Deps, admin: Admin, id: number, isActive: boolean, source: Source) =>
  inTransaction(db, async (tx) => {
    const all = await lockAdmins(tx)
    const found = all.find((each) => each.id === id)
    if (!found) throw new ApiError('not-found')
    if (id === admin.id) throw new ApiError('not-yourself')
    // Someone may have taken it from who asks a moment ago.
    if (!all.some((each) => each.id === admin.id && each.isActive)) throw new ApiError('forbidden')
    if (found.isActive === isActive) return
    const left = all.filter((each) => each.isActive && each.passwordHash !== null && each.id !== id)
    if (!isActive && left.length === 0) throw new ApiError('last-admin')
    await markAdminActive(tx, id, isActive)
    await recordActivity(tx, {
      act: isActive ? 'admin-activated' : 'admin-deactivated',
      actor: admin,
      source,
      subject: { kind: 'admin', id },
      detail: { email: found.email },
    })
    await emitChange(tx, 'admin', 'people')
  })

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
    await recordActivity(tx, {
      act: 'admin-invited',
      actor: admin,
      source,
      subject: { kind: 'admin', id },
      detail: { email, name },
    })
    await emitChange(tx, 'admin', 'people')
    return id
  })
