import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { listManagerEmails, lockMerchant, markReopened } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { accountReopenedEmail } from './emails.ts'

/** Only an admin reopens an account. */
export const reopenMerchant = (
  { db, config }: Deps,
  admin: Admin,
  merchantId: number,
  reason: string,
  source: Source,
) =>
  inTransaction(db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId)
    if (!merchant) throw new ApiError('not-found')
    if (!(await markReopened(tx, merchantId))) throw new ApiError('account-open')
    await recordActivity(tx, {
      act: 'account-reopened',
      actor: admin,
      source,
      subject: { kind: 'merchant', id: merchantId },
      merchantId,
      detail: { reason },
    })
    const email = accountReopenedEmail(config.publicUrl, merchant.storeName)
    for (const to of await listManagerEmails(tx, merchantId)) await queueEmail(tx, { to, ...email })
    await emitChange(tx, `merchant:${merchantId}`, 'settings')
    await emitChange(tx, 'admin', 'merchants')
  })
