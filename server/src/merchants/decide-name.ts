import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockMerchant } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { nameAllowed, nameRefused } from './facts.ts'
import { hasNameProblem } from './queries.attention.ts'
import { saveNameDecision } from './table.attention.ts'
import { updateAttention } from './update-attention.ts'

type Decision = { merchantId: number; name: string; decision: 'allow' | 'ask' }

/**
 * Allows a name that was saved before names were checked, or asks the merchant for another one. Emails show an allowed
 * name, and say "a merchant" until then.
 */
export const decideName = async (
  deps: Deps,
  admin: Admin,
  { merchantId, name, decision }: Decision,
  source: Source,
): Promise<void> => {
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockMerchant(tx, merchantId))) throw new ApiError('not-found')
    if (!(await hasNameProblem(tx, merchantId, name))) {
      throw new ApiError('conflict', { message: 'This name isn’t in review anymore.' })
    }
    const isAllowed = decision === 'allow'
    await saveNameDecision(tx, merchantId, name, isAllowed)
    const about = { merchantId, detail: { name }, publicUrl: deps.config.publicUrl }
    await announce(tx, isAllowed ? nameAllowed : nameRefused, about, { actor: admin, source })
  })
  await updateAttention(deps)
}
