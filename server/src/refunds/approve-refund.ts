import { fromSats } from '@bitquay/contract/money'
import type { Refund as ShownRefund } from '@bitquay/contract/refunds'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { findStore, lockCurrentStore } from '../stores/index.ts'
import { refundApproved } from './facts.ts'
import { getRefund } from './queries.ts'
import { requirePayable, requireRefundAddress, requireReviewed, sendRefund } from './send-refund.ts'
import { lockRefund, saveSend } from './table.ts'

/**
 * A person approves a claimed refund that a program started, with a 2FA code, and it is sent. Approving it again sends
 * nothing.
 */
export const approveRefund = async (
  deps: Deps,
  person: MerchantPerson,
  id: number,
  twoFactorToken: string | undefined,
  source: Source,
): Promise<ShownRefund> => {
  const { merchantId } = person
  const store = await findStore(deps.db, merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  await commitThenThrow(deps.db, async (tx) => {
    await lockCurrentStore(tx, store.id)
    const refund = await lockRefund(tx, merchantId, id)
    if (!refund) throw new ApiError('not-found')
    const refusal = await authorizeByTotp(deps, person, twoFactorToken, source)(tx)
    if (refusal) return refusal
    if (refund.sendId !== null) return undefined
    if (refund.status !== 'claimed' || refund.address === null) {
      throw new ApiError('refund-closed', {
        message:
          refund.status === 'offered' ? 'The customer hasn’t claimed this refund yet.' : 'This refund is closed.',
      })
    }
    const { address, invoiceId, amountSats, claims } = refund
    await requireRefundAddress(tx, deps, { storeRef: store.id, merchantId, address })
    await requireReviewed(tx, store.id, refund)
    await requirePayable(tx, refund)
    const send = await sendRefund(tx, deps, store.id, refund, { address, claim: claims - 1 })
    await saveSend(tx, id, send.id)
    const detail = { invoiceId, address, amountBtc: fromSats(amountSats) }
    await announce(tx, refundApproved, { id, merchantId, detail, send }, { actor: person, source })
    return undefined
  })
  deps.wake('send-money')
  return getRefund(deps.db, merchantId, id)
}
