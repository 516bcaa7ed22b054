import { invitePerson, requireUncommonPassword, revokeResetTokens } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce, type By } from '../facts/index.ts'
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
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { teamInvitationEmail } from './emails.ts'
import { keysSuspended, userChanged, userCreated, userRemoved } from './facts.ts'
import { listKeysSuspendedAt } from './queries.team.ts'
import { readTeam, type Team } from './read-team.ts'

type Change = { role?: 'admin' | 'user' | undefined; isActive?: boolean | undefined }

type User = { id: number; merchantId: number; email: string; name: string; role: 'admin' | 'user'; isActive: boolean }

export const changeMerchantUser = ({ db, config }: Deps, admin: Admin, id: number, change: Change, source: Source) =>
  inTransaction(db, async (tx) => {
    const user = await lockMerchantUser(tx, id)
    if (!user) throw new ApiError('not-found')
    await changeUser(tx, config, user, change, { actor: admin, source })
  })

const describeChange = (user: User, { role, isActive }: Change): string[] => [
  ...(role === undefined ? [] : [`changed the role of ${user.email} from ${user.role} to ${role}`]),
  ...(isActive === undefined ? [] : [`${isActive ? 'reactivated' : 'deactivated'} ${user.email}`]),
]

/** Changes a user whose row is locked. */
export const changeUser = async (
  tx: Tx,
  config: { publicUrl: string },
  user: User,
  change: Change,
  by: By,
): Promise<void> => {
  const wanted = {
    ...(change.role !== undefined && change.role !== user.role ? { role: change.role } : {}),
    ...(change.isActive !== undefined && change.isActive !== user.isActive ? { isActive: change.isActive } : {}),
  }
  if (Object.keys(wanted).length === 0) return
  const team = await readTeam(tx, config, user.merchantId, by)
  await updateMerchantUser(tx, user.id, wanted)
  await announceSuspendedKeys(tx, team, user)
  await announce(tx, userChanged, { user, team, what: describeChange(user, wanted), detail: wanted }, by)
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
    const by = { actor: admin, source }
    const team = await readTeam(tx, deps.config, user.merchantId, by)
    const { id } = await createMerchantUser(tx, { ...known, passwordHash })
    if (passwordHash === null) {
      await invitePerson(tx, deps.config, {
        kind: 'merchant-user',
        id,
        email: user.email,
        accountName: merchant.storeName,
        template: teamInvitationEmail,
      })
    }
    const what = [`added ${user.email} with the role ${user.role}`]
    await announce(tx, userCreated, { user: { ...known, id }, team, what, detail: { role: user.role } }, by)
    return id
  })
}

export const removeMerchantUser = ({ db, config }: Deps, admin: Admin, id: number, source: Source) =>
  inTransaction(db, async (tx) => {
    const user = await lockMerchantUser(tx, id)
    if (!user) throw new ApiError('not-found')
    await deleteUser(tx, config, user, { actor: admin, source })
  })

/** Deletes a user whose row is locked, with their sessions and invitations. */
export const deleteUser = async (tx: Tx, config: { publicUrl: string }, user: User, by: By): Promise<void> => {
  const team = await readTeam(tx, config, user.merchantId, by)
  await deleteMerchantUser(tx, user.id)
  await announceSuspendedKeys(tx, team, user)
  await revokeResetTokens(tx, { kind: 'merchant-user', ...user })
  const detail = { name: user.name, role: user.role }
  await announce(tx, userRemoved, { user, team, what: [`removed ${user.email}`], detail }, by)
}

/** The owner learns which keys the database suspended in this transaction because this person lost their rights. */
const announceSuspendedKeys = async (tx: Tx, { publicUrl }: Team, { merchantId, email }: User) => {
  const keys = await listKeysSuspendedAt(tx, merchantId, tx.now)
  if (keys.length === 0) return
  const owner = await getMerchant(tx, merchantId)
  await announce(tx, keysSuspended, { merchantId, owner, creator: email, keys, publicUrl })
}
