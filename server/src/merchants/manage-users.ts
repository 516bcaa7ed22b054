import { requireUncommonPassword, revokeResetTokens } from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { lockMerchant } from './table.ts'
import { createMerchantUser, deleteMerchantUser, lockMerchantUser, updateMerchantUser } from './table.users.ts'

type Change = { role?: 'admin' | 'user' | undefined; isActive?: boolean | undefined }

export const changeMerchantUser = ({ db }: Deps, admin: Admin, id: number, change: Change, source: Source) =>
  inTransaction(db, async (tx) => {
    const user = await lockMerchantUser(tx, id)
    if (!user) throw new ApiError('not-found')
    const wanted = {
      ...(change.role !== undefined && change.role !== user.role ? { role: change.role } : {}),
      ...(change.isActive !== undefined && change.isActive !== user.isActive ? { isActive: change.isActive } : {}),
    }
    if (Object.keys(wanted).length === 0) return
    await updateMerchantUser(tx, id, wanted)
    await recordActivity(tx, {
      act: 'merchant-user-changed',
      actor: admin,
      source,
      subject: { kind: 'merchant-user', id },
      merchantId: user.merchantId,
      detail: { email: user.email, ...wanted },
    })
    // Their own browser must show the new role.
    await emitChange(tx, `person:merchant-user:${id}`, 'account')
    await emitChange(tx, 'admin', 'people')
  })

type NewUser = { merchantId: number; email: string; password: string; name: string; role: 'admin' | 'user' }

export const addMerchantUser = async (deps: Deps, admin: Admin, user: NewUser, source: Source): Promise<number> => {
  const { password, ...known } = user
  requireUncommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockMerchant(tx, user.merchantId))) throw new ApiError('not-found')
    const { id } = await createMerchantUser(tx, { ...known, passwordHash })
    await recordActivity(tx, {
      act: 'merchant-user-created',
      actor: admin,
      source,
      subject: { kind: 'merchant-user', id },
      merchantId: user.merchantId,
      detail: { email: user.email, role: user.role },
    })
    await emitChange(tx, 'admin', 'people')
    return id
  })
}

export const removeMerchantUser = ({ db }: Deps, admin: Admin, id: number, source: Source) =>
  inTransaction(db, async (tx) => {
    const user = await lockMerchantUser(tx, id)
    if (!user) throw new ApiError('not-found')
    await deleteMerchantUser(tx, id)
    await revokeResetTokens(tx, user.email)
    await recordActivity(tx, {
      act: 'merchant-user-removed',
      actor: admin,
      source,
      subject: { kind: 'merchant-user', id },
      merchantId: user.merchantId,
      detail: { email: user.email, name: user.name, role: user.role },
    })
    await emitChange(tx, 'admin', 'people')
  })
