import type { Refund } from '@bitquay/contract/refunds'
import type { Actor, programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { refundCanceled } from './facts.ts'
import { getRefund } from './queries.ts'
import { markCanceled } from './table.ts'

/** Cancels a refund offer. Of a simultaneous cancellation and claim, one wins. */
export const cancelRefund = (
  deps: Deps,
  actor: MerchantPerson | ReturnType<typeof programOf>,
  id: number,
  source: Source,
): Promise<Refund> =>
  inTransaction(deps.db, (tx) => cancelOffer(tx, actor, { merchantId: actor.merchantId, id }, source))

/** The same for anyone, such as an operator after a restore. */
export const cancelOffer = async (
  tx: Tx,
  actor: Actor,
  { merchantId, id }: { merchantId: number; id: number },
  source: Source,
): Promise<Refund> => {
  const canceled = await markCanceled(tx, merchantId, id)
  const shown = await getRefund(tx, merchantId, id)
  if (!canceled && shown.status === 'called-off') {
    throw new ApiError('refund-closed', { message: 'This refund was already canceled.' })
  }
  if (!canceled) throw new ApiError('refund-claimed')
  await announce(tx, refundCanceled, { id, merchantId }, { actor, source })
  return shown
}
