import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { isClaimUnreviewed, isWalletUnreviewed } from '../platform/db/wallet-review.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { requestSend, requireForeign, requireNotPlatforms } from '../sends/index.ts'
import { readPaid, sumOtherClaims } from './queries.ts'
import type { Refund } from './table.ts'

/** Checks where a refund would go, before it is claimed. */
export const requireRefundAddress = async (
  tx: Tx,
  deps: Pick<Deps, 'storeUses'>,
  to: { storeRef: number; merchantId: number; address: string },
) => {
  await requireNotPlatforms(tx, to.address)
  await requireForeign(tx, deps, to).catch((error: unknown) => {
    throw error instanceof ApiError
      ? new ApiError('invalid-address', { message: 'This address belongs to the store. Enter your own address.' })
      : error
  })
}

/** After a restore a refund may be paid already: it waits until somebody has said what left the wallet, and that it should be paid. */
export const requireReviewed = async (tx: Tx, storeRef: number, { id, offeredAt }: Refund) => {
  const isUnreviewed =
    (await isWalletUnreviewed(tx, storeRef)) || (await isClaimUnreviewed(tx, 'refund', id, offeredAt))
  if (isUnreviewed) throw new ApiError('refund-not-payable')
}

/** A reorganization may have removed the refunded payment since it was offered. */
export const requirePayable = async (tx: Tx, refund: Refund) => {
  const { invoiceId, kind, amountSats } = refund
  const { paidSats, overpaidSats } = await readPaid(tx, invoiceId)
  const leftSats = paidSats - (await sumOtherClaims(tx, refund))
  const mostSats = kind === 'overpaid' ? overpaidSats - (await sumOtherClaims(tx, refund, kind)) : leftSats
  if (amountSats > leftSats || amountSats > mostSats) throw new ApiError('refund-not-payable')
}

/** Requests the send that pays a refund. `claim` counts the earlier claims, whose sends failed. */
export const sendRefund = (
  tx: Tx,
  deps: Pick<Deps, 'storeUses'>,
  storeRef: number,
  refund: Refund,
  { address, claim }: { address: string; claim: number },
) =>
  requestSend(tx, deps, {
    kind: 'refund',
    storeRef,
    merchantId: refund.merchantId,
    refundId: refund.id,
    address,
    amountSats: refund.amountSats,
    amountUsd: refund.amountUsd,
    btcPrice: refund.btcPrice,
    networkFeeFrom: 'wallet',
    description: `Refund for invoice ${refund.invoiceId}`,
    requestedBy: refund.offeredBy,
    idempotencyKey: `refund:${refund.id}:${claim}`,
    inputHash: createHash('sha256').update(address).digest('hex'),
  }).catch((error: unknown) => {
    // Customers must not learn how much a store has.
    throw error instanceof ApiError && error.code === 'insufficient-balance'
      ? new ApiError('refund-not-payable', { cause: error })
      : error
  })
