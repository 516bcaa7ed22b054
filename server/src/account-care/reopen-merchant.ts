import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockMerchant, markReopened } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { accountReopened } from './facts.ts'

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
    const about = { merchantId, detail: { reason }, publicUrl: config.publicUrl, storeName: merchant.storeName }
    await announce(tx, accountReopened, about, { actor: admin, source })
  })
