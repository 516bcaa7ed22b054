import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { createAdmin, lockAdmins, markAdminActive } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { adminActivated, adminDeactivated, adminInvited } from './facts.ts'
import { invitePerson } from './invite-person.ts'

/** Deactivates or reactivates an admin. At least one admin who can sign in always remains. */
export const changeAdmin = ({ db }: Deps, admin: Admin, id: number, isActive: boolean, source: Source) =>
  inTransaction(db, async (tx) => {
    const all = await lockAdmins(tx)
    const found = all.find((each) => each.id === id)
    if (!found) throw new ApiError('not-found')
    if (id === admin.id) throw new ApiError('not-yourself')
    // The requesting admin may have been deactivated a moment ago.
    if (!all.some((each) => each.id === admin.id && each.isActive)) throw new ApiError('forbidden')
    if (found.isActive === isActive) return
    const left = all.filter((each) => each.isActive && each.passwordHash !== null && each.id !== id)
    if (!isActive && left.length === 0) throw new ApiError('last-admin')
    await markAdminActive(tx, id, isActive)
    const changed = isActive ? adminActivated : adminDeactivated
    await announce(tx, changed, { id, email: found.email }, { actor: admin, source })
  })

/** Invites another admin. Nobody but the new admin ever knows their password. */
export const addAdmin = (
  { db, config }: Deps,
  admin: Admin,
  { email, name }: { email: string; name: string },
  source: Source,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { id } = await createAdmin(tx, { email, name, passwordHash: null })
    await invitePerson(tx, config, { kind: 'admin', id, email, accountName: `administrator ${name}` })
    await announce(tx, adminInvited, { id, email, name }, { actor: admin, source })
    return id
  })
