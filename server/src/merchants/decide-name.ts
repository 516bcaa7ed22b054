import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { listManagerEmails, lockMerchant } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { newNameNeededEmail } from './emails.ts'
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
    await recordActivity(tx, {
      act: isAllowed ? 'merchant-name-allowed' : 'merchant-name-refused',
      actor: admin,
      source,
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      detail: { name },
    })
    if (isAllowed) return
    const email = newNameNeededEmail(deps.config.publicUrl)
    for (const to of await listManagerEmails(tx, merchantId)) await queueEmail(tx, { to, ...email })
  })
  await updateAttention(deps)
}
