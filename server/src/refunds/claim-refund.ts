import { createHash } from 'node:crypto'
import { limits, requireAttempts } from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { emitSendChange, requestSend, requireForeign, requireNotPlatforms } from '../sends/index.ts'
import { findStore, lockStore } from '../stores/index.ts'
import { notifyClaim } from './notify-claim.ts'
import { publishRefundEvent } from './publish-refund-event.ts'
import { readPaid } from './queries.ts'
import { findRefundByToken, lockRefundByToken, markClaimed, type Refund, sumClaimed } from './table.ts'

/**
 * A customer enters the address for a refund. The claim and the send that pays it are one transaction: of many
 * simultaneous claims, also with different addresses, one is paid. The same address again gets the same answer.
 */
export const claimRefund = async (deps: Deps, token: string, address: string, source: Source) => {
  await requireAttempts(deps, [limits.refundClaimsFromSource(source.address)])
  const offered = await findRefundByToken(deps.db, token)
  if (!offered) throw new ApiError('not-found')
  await requireActive(deps.db, offered.merchantId)
  requireAddress(address, deps.config.network)
  const store = await findStore(deps.db, offered.merchantId)
  if (store?.status !== 'ready') throw new ApiError('refund-not-payable')
  await inTransaction(deps.db, async (tx) => {
    await lockStore(tx, store.id)
    await requireActive(tx, offered.merchantId)
    const refund = await lockRefundByToken(tx, token)
    if (refund && refund.status !== 'offered' && refund.address === address) return
    const claimed = requireOffered(tx, refund)
    await pay(tx, store.id, claimed, address, source)
    await notifyClaim(tx, deps.config.publicUrl, claimed, address)
  })
  deps.wake('send-money')
}

/** A deactivated store pays nothing. Checked first, because nothing that the customer enters would help. */
const requireActive = async (db: Db | Tx, merchantId: number) => {
  const { isActive } = await getMerchantSettings(db, merchantId)
  if (!isActive) throw new ApiError('refund-store-inactive')
}

const requireOffered = (tx: Tx, refund: Refund | undefined): Refund => {
  if (!refund) throw new ApiError('not-found')
  if (refund.status === 'called-off' || (refund.status === 'offered' && refund.expiresAt <= tx.now)) {
    throw new ApiError('refund-closed')
  }
  if (refund.status !== 'offered') throw new ApiError('refund-claimed')
  return refund
}

const pay = async (tx: Tx, storeRef: number, refund: Refund, address: string, source: Source) => {
  await requireNotPlatforms(tx, address)
  await requireForeign(tx, storeRef, refund.merchantId, address).catch((error: unknown) => {
    throw error instanceof ApiError
      ? new ApiError('invalid-address', { message: 'This address belongs to the store. Enter your own address.' })
      : error
  })
  // A reorganization may have removed the refunded payment since.
  const { invoiceId, kind, amountSats } = refund
  const { paidSats, overpaidSats } = await readPaid(tx, invoiceId)
  const leftSats = paidSats - (await sumClaimed(tx, invoiceId))
  const mostSats = kind === 'overpaid' ? overpaidSats - (await sumClaimed(tx, invoiceId, kind)) : leftSats
  if (amountSats > leftSats || amountSats > mostSats) throw new ApiError('refund-not-payable')
  const send = await requestSend(tx, {
    kind: 'refund',
    storeRef,
    merchantId: refund.merchantId,
    address,
    amountSats: refund.amountSats,
    amountUsd: refund.amountUsd,
    btcPrice: refund.btcPrice,
    networkFeeFrom: 'wallet',
    description: `Refund for invoice ${refund.invoiceId}`,
    requestedBy: refund.offeredBy,
    idempotencyKey: `refund:${refund.id}:${refund.claims}`,
    inputHash: createHash('sha256').update(address).digest('hex'),
  }).catch((error: unknown) => {
    // Customers must not learn how much a store has.
    throw error instanceof ApiError && error.code === 'insufficient-balance'
      ? new ApiError('refund-not-payable', { cause: error })
      : error
  })
  await markClaimed(tx, refund.id, { address, sendId: send.id })
  await recordActivity(tx, {
    act: 'refund-claimed',
    actor: 'anonymous',
    source,
    subject: { kind: 'refund', id: refund.id },
    merchantId: refund.merchantId,
    detail: { invoiceId: refund.invoiceId, address },
  })
  await publishRefundEvent(tx, refund, 'refund.claimed')
  await emitSendChange(tx, send)
  await emitChange(tx, `merchant:${refund.merchantId}`, 'refunds')
}
