import { requireUncommonPassword } from '../accounts/require-uncommon-password.ts'
import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { createMerchantUser } from './create-merchant-user.ts'
import { lockMerchant } from './lock-merchant.ts'

type NewUser = { merchantId: number; email: string; password: string; name: string; role: 'admin' | 'user' }

export const addMerchantUser = async (deps: Deps, admin: Admin, user: NewUser, source: Source): Promise<number> => {
  const { password, ...known } = user
  requireUncommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockMerchant(tx, user.merchantId))) throw new ApiError('not-found')
    const { id } = await createMerchantUser(tx, { ...known, passwordHash })
    await recordAct(tx, {
      act: 'merchant-user-created',
      actor: admin,
      source,
      subject: { kind: 'merchant-user', id },
      merchantId: user.merchantId,
      detail: { email: user.email, role: user.role },
    })
    await noteChange(tx, 'admin', 'people')
    return id
  })
}
