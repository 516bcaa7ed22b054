import { killResetTokens } from '../accounts/table.reset-tokens.ts'
import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { deleteMerchantUser, lockMerchantUser } from './table.users.ts'

export const removeMerchantUser = ({ db }: Deps, admin: Admin, id: number, source: Source) =>
  inTransaction(db, async (tx) => {
    const user = await lockMerchantUser(tx, id)
    if (!user) throw new ApiError('not-found')
    await deleteMerchantUser(tx, id)
    await killResetTokens(tx, user.email)
    await recordAct(tx, {
      act: 'merchant-user-removed',
      actor: admin,
      source,
      subject: { kind: 'merchant-user', id },
      merchantId: user.merchantId,
      detail: { email: user.email, name: user.name, role: user.role },
    })
    await noteChange(tx, 'admin', 'people')
  })
