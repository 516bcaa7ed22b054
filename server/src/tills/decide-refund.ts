import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { offerRefund } from '../refunds/index.ts'
import { tillRefundDeclined, tillUsed } from './facts.ts'
import { findTillRefund } from './queries.refunds.ts'
import { markDecided, saveRefundId } from './table.refunds.ts'

/** A manager approves a refund with their 2FA code. The customer claims it with the link that is returned. */
export const approveRefund = async (
  deps: Deps,
  person: MerchantPerson,
  { id, code, idempotencyKey }: { id: number; code: string | undefined; idempotencyKey: string | undefined },
  source: Source,
) => {
  const { merchantId } = person
  const request = await findTillRefund(deps.db, merchantId, id)
  if (!request) throw new ApiError('not-found')
  const { refund, claimLink, emailed } = await offerRefund(deps, {
    ...{ merchantId, source, idempotencyKey },
    invoiceId: request.invoiceId,
    kind: 'partial',
    amount: request.amount ?? request.saleTotal,
    currency: request.currency,
    reason: request.reason ?? undefined,
    actor: person,
    offeredBy: person.email,
    authorize: async (tx) => {
      const refusal = await authorizeByTotp(deps, person, code, source)(tx)
      if (refusal) return refusal
      const decided = await markDecided(tx, { merchantId, id, status: 'approved', decidedBy: person.email })
      if (!decided) throw new ApiError('not-found')
      await announce(tx, tillUsed, { merchantId })
      return undefined
    },
  })
  await saveRefundId(deps.db, id, refund.id)
  return { refundId: refund.id, claimLink, emailed }
}

export const declineRefund = (deps: Deps, person: MerchantPerson, id: number, source: Source): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    const declined = await markDecided(tx, { merchantId, id, status: 'declined', decidedBy: person.email })
    if (!declined) throw new ApiError('not-found')
    await announce(tx, tillRefundDeclined, { id, merchantId }, { actor: person, source })
  })
