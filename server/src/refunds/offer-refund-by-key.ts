import { fromCents } from '@bitquay/contract/money'
import type { Refund } from '@bitquay/contract/refunds'
import { requireWithdrawalsOpenForKey } from '../api-keys/index.ts'
import { nameOfKey, programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import type { InvoiceRow } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { ApiKey } from '../platform/http/person.ts'
import { createOffer, type RefundOrder } from './offer-refund.ts'
import { isWithinReach, readKeyRefunds } from './queries.ts'

export type KeyRefundOrder = Omit<RefundOrder, 'merchantId'> & {
  /** `claim`: the key's limit applies when the customer claims. Above it, the claim waits for a person. */
  limitAppliesTo: 'offer' | 'claim'
}

/**
 * A program offers a refund. A thief of its key must not be able to claim the money, so the link goes only to the
 * customer, by email.
 */
export const offerRefundByKey = async (deps: Deps, apiKey: ApiKey, order: KeyRefundOrder): Promise<Refund> => {
  const { limitAppliesTo, ...wanted } = order
  const { refund } = await createOffer(
    deps,
    {
      ...wanted,
      merchantId: apiKey.merchantId,
      actor: programOf(apiKey),
      offeredBy: nameOfKey(apiKey),
      // A person proved a second factor when the key got its scope.
      authorize: async (tx) => {
        await requireWithdrawalsOpenForKey(tx, deps, apiKey)
        return undefined
      },
    },
    {
      apiKeyId: apiKey.id,
      linkName: 'refund-by-key',
      findRecipient: requireKeyReach,
      takeFromLimit: async (tx, cents) => {
        if (limitAppliesTo === 'offer') await requireKeyLimit(tx, apiKey.id, cents)
        return limitAppliesTo === 'offer'
      },
      needsEmail: true,
    },
  )
  return refund
}

const keyReachDays = 90

/** The only address that a key's refund may go to: nothing that the key can change decides it. */
const requireKeyReach = async (tx: Tx, { invoiceId, refundEmail }: InvoiceRow): Promise<string> => {
  if (invoiceId === null || !(await isWithinReach(tx, invoiceId, keyReachDays))) {
    throw new ApiError('refund-invoice-too-old')
  }
  if (refundEmail === null) throw new ApiError('refund-email-missing')
  return refundEmail
}

/** The store is locked, so that each of several simultaneous refunds sees those before it. */
const requireKeyLimit = async (tx: Tx, apiKeyId: number, amountCents: bigint) => {
  const { limitCents, offeredCents, secondsLeft } = await readKeyRefunds(tx, apiKeyId)
  if (offeredCents + amountCents <= limitCents) return
  throw new ApiError('refund-limit-reached', {
    message:
      limitCents === 0n
        ? 'This API key has no daily refund limit yet, so it can’t refund. Set one in Settings > Developer.'
        : `This refund would exceed the API key’s daily refund limit of $${fromCents(limitCents)}. Nothing was created.`,
    retryAfterSeconds: secondsLeft,
  })
}
