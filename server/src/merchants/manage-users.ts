import { invitePerson, requireUncommonPassword, revokeResetTokens } from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import {
  createMerchantUser,
  deleteMerchantUser,
  getMerchant,
  isEmailTaken,
  lockMerchant,
  lockMerchantUser,
  updateMerchantUser,
} from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin, MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { notifyOfSuspendedKeys, notifyTeamOfAdmin, teamInvitationEmail } from './notify-team.ts'

type Change = { role?: 'admin' | 'user' | undefined; isActive?: boolean | undefined }

type User = { id: number; merchantId: number; email: string; name: string; role: 'admin' | 'user'; isActive: boolean }

export const changeMerchantUser = ({ db, config }: Deps, admin: Admin, id: number, change: Change, source: Source) =>
  inTransaction(db, async (tx) => {
    const user = await lockMerchantUser(tx, id)
    if (!user) throw new ApiError('not-found')
    // Before the change, so that someone who is no longer an admin reads it too.
    for (const what of describeChange(user, change)) await notifyTeamOfAdmin(tx, config, await teamOf(tx, user), what)
    await changeUser(tx, config, admin, user, change, source)
  })

const describeChange = (user: User, { role, isActive }: Change): string[] => [
  ...(role === undefined || role === user.role
    ? []
    : [`changed the role of ${user.email} from ${user.role} to ${role}`]),
  ...(isActive === undefined || isActive === user.isActive
    ? []
    : [`${isActive ? 'reactivated' : 'deactivated'} ${user.email}`]),
]

const teamOf = async (tx: Tx, { merchantId }: User) => {
  const { storeName } = await getMerchant(tx, merchantId)
  return { merchantId, storeName }
}

/** Changes a user whose row is locked. */
export const changeUser = async (
  tx: Tx,
  config: { publicUrl: string },
  actor: Admin | MerchantPerson,
  user: User,
  change: Change,
  source: Source,
): Promise<void> => {
  const wanted = {
    ...(change.role !== undefined && change.role !== user.role ? { role: change.role } : {}),
    ...(change.isActive !== undefined && change.isActive !== user.isActive ? { isActive: change.isActive } : {}),
  }
  if (Object.keys(wanted).length === 0) return
  await updateMerchantUser(tx, user.id, wanted)
  await notifyOfSuspendedKeys(tx, config, user)
  await recordActivity(tx, {
    act: 'merchant-user-changed',
    actor,
    source,
    subject: { kind: 'merchant-user', id: user.id },
    merchantId: user.merchantId,
    detail: { email: user.email, ...wanted },
  })
  // Their own browser must show the new role.
  await emitChange(tx, `person:merchant-user:${user.id}`, 'account')
  await emitPeopleChange(tx, user.merchantId)
}

type NewUser = {
  merchantId: number
  email: string
  /** Without a password the user is invited to choose one. */
  password?: string | undefined
  name: string
  role: 'admin' | 'user'
}

export const addMerchantUser = async (deps: Deps, admin: Admin, user: NewUser, source: Source): Promise<number> => {
  const { password, ...known } = user
  if (password !== undefined) requireUncommonPassword(password)
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password)
  return inTransaction(deps.db, async (tx) => {
    const merchant = await lockMerchant(tx, user.merchantId)
    if (!merchant) throw new ApiError('not-found')
    if (await isEmailTaken(tx, user.email)) throw new ApiError('email-taken')
    await notifyTeamOfAdmin(
      tx,
      deps.config,
      { merchantId: user.merchantId, storeName: merchant.storeName },
      `added ${user.email} with the role ${user.role}`,
    )
    const { id } = await createMerchantUser(tx, { ...known, passwordHash })
    await recordActivity(tx, {
      act: 'merchant-user-created',
      actor: admin,
      source,
      subject: { kind: 'merchant-user', id },
      merchantId: user.merchantId,
      detail: { email: user.email, role: user.role },
    })
    if (passwordHash === null) {
      await invitePerson(tx, deps.config, {
        kind: 'merchant-user',
        id,
        email: user.email,
        accountName: merchant.storeName,
        template: teamInvitationEmail,
      })
    }
    await emitPeopleChange(tx, user.merchantId)
    return id
  })
}

export const removeMerchantUser = ({ db, config }: Deps, admin: Admin, id: number, source: Source) =>
  inTransaction(db, async (tx) => {
    const user = await lockMerchantUser(tx, id)
    if (!user) throw new ApiError('not-found')
    await notifyTeamOfAdmin(tx, config, await teamOf(tx, user), `removed ${user.email}`)
    await deleteUser(tx, config, admin, user, source)
  })

/** Deletes a user whose row is locked, with their sessions and invitations. */
export const deleteUser = async (
  tx: Tx,
  config: { publicUrl: string },
  actor: Admin | MerchantPerson,
  user: User,
  source: Source,
): Promise<void> => {
  await deleteMerchantUser(tx, user.id)
  await notifyOfSuspendedKeys(tx, config, user)
  await revokeResetTokens(tx, { kind: 'merchant-user', ...user })
  await recordActivity(tx, {
    act: 'merchant-user-removed',
    actor,
    source,
    subject: { kind: 'merchant-user', id: user.id },
    merchantId: user.merchantId,
    detail: { email: user.email, name: user.name, role: user.role },
  })
  await emitPeopleChange(tx, user.merchantId)
}

/** Makes browsers that show the people of a store read them again. */
export const emitPeopleChange = async (tx: Tx, merchantId: number) => {
  await emitChange(tx, `merchant:${merchantId}`, 'team')
  await emitChange(tx, 'admin', 'people')
}
