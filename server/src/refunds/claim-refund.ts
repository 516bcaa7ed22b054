import { centsOfSats, fromCents, toCents } from '@bitquay/contract/money'
import { requireAttempts } from '../accounts/index.ts'
import { isKeyWaiting } from '../api-keys/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { getMerchant } from '../people/index.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import type { Db } from '../platform/db/connect.ts'
import { requireNotPaused } from '../platform/db/platform-row.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { findPrice } from '../prices/index.ts'
import { findStore, lockCurrentStore } from '../stores/index.ts'
import { refundClaimed } from './facts.ts'
import { limits } from './limits.ts'
import { readKeyRefunds } from './queries.ts'
import { requirePayable, requireRefundAddress, requireReviewed, sendRefund } from './send-refund.ts'
import { findRefundByToken, lockRefundByToken, markClaimed, markCounted, type Refund } from './table.ts'

/**
 * A customer enters the address for a refund. The claim and the send that pays it are one transaction: of many
 * simultaneous claims, also with different addresses, one is paid. The same address again gets the same answer. A refund
 * that a program started may wait for a person first.
 */
export const claimRefund = async (deps: Deps, token: string, address: string, source: Source) => {
  await requireAttempts(deps, [limits.refundClaimsFromSource(source.address)])
  const offered = await findRefundByToken(deps.db, token)
  if (!offered) throw new ApiError('not-found')
  await requireActive(deps.db, offered.merchantId)
  await requireNotPaused(deps.db, offered)
  requireAddress(address, deps.config.network)
  const store = await findStore(deps.db, offered.merchantId)
  if (store?.status !== 'ready') throw new ApiError('refund-not-payable')
  await inTransaction(deps.db, async (tx) => {
    const { ownWallet } = await lockCurrentStore(tx, store.id)
    await requireActive(tx, offered.merchantId)
    await requireNotPaused(tx, offered)
    const refund = await lockRefundByToken(tx, token)
    if (refund && refund.status !== 'offered' && refund.address === address) return
    const claimed = requireOffered(tx, refund)
    await requireReviewed(tx, store.id, claimed)
    await accept(tx, deps, store.id, claimed, { address, source, isSignedOutside: ownWallet !== null })
  })
  deps.wake('send-money')
}

/** A deactivated store pays nothing. Checked first, because nothing that the customer enters would help. */
const requireActive = async (db: Db | Tx, merchantId: number) => {
  const { isActive } = await getMerchant(db, merchantId)
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

/** Sends a claimed refund, or leaves it to a person if a program started it and may not send it now. */
const accept = async (
  tx: Tx,
  deps: Deps,
  storeRef: number,
  refund: Refund,
  { address, source, isSignedOutside }: { address: string; source: Source; isSignedOutside: boolean },
) => {
  await requireRefundAddress(tx, deps, { storeRef, merchantId: refund.merchantId, address })
  await requirePayable(tx, refund)
  const isApproved = await takeApproval(tx, deps.config, refund)
  const claim = { address, claim: refund.claims }
  const send = isApproved ? await sendRefund(tx, deps, storeRef, refund, claim).catch(hideReason) : undefined
  await markClaimed(tx, refund.id, { address, sendId: send?.id ?? null })
  const about = { refund, address, send, isSignedOutside, publicUrl: deps.config.publicUrl }
  await announce(tx, refundClaimed, about, { actor: 'anonymous', source })
}

/** Only the merchant can do something about an earlier payment that was handed out. */
const hideReason = (error: unknown): never => {
  throw error instanceof ApiError && error.code === 'refund-handed-out'
    ? new ApiError('refund-not-payable', { cause: error })
    : error
}

/**
 * A person proved a second factor for a refund of their own. A program's refund waits for a person while its key's
 * creator can't withdraw, or if the key's limit doesn't cover it. One that has counted was within the limit.
 */
const takeApproval = async (
  tx: Tx,
  config: Deps['config'],
  { id, apiKeyId, countedAt, countedUsd, amountUsd, amountSats }: Refund,
) => {
  if (apiKeyId === null) return true
  if (await isKeyWaiting(tx, config, apiKeyId)) return false
  if (countedAt !== null) return true
  const { cents: priceNow } = await findPrice(tx)
  const [offeredCents, centsNow] = [toCents(countedUsd ?? amountUsd), centsOfSats(amountSats, priceNow)]
  const countedCents = offeredCents > centsNow ? offeredCents : centsNow
  const { limitCents, offeredCents: usedCents } = await readKeyRefunds(tx, apiKeyId)
  if (usedCents + countedCents > limitCents) return false
  await markCounted(tx, id, fromCents(countedCents))
  return true
}
