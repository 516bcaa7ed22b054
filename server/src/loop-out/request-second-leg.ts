import { createHash } from 'node:crypto'
import { centsOfSats, fromCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findPrice } from '../prices/index.ts'
import { requestSend, type Send } from '../sends/index.ts'
import { findStore } from '../stores/index.ts'
import { type LoopOut, saveProgress } from './table.ts'

/**
 * Requests the second leg: the same satoshis, less the network fee, from the platform's wallet to the saved address.
 * The caller holds the lock of the request's row, so there is never more than one payment that could arrive.
 */
export const requestSecondLeg = async (
  tx: Tx,
  deps: Pick<Deps, 'config' | 'storeUses'>,
  request: LoopOut,
): Promise<Send> => {
  const store = await findStore(tx, null)
  if (!store || store.status !== 'ready') throw new ApiError('not-configured')
  const { cents } = await findPrice(tx)
  const attempt = request.sendAttempts + 1
  await saveProgress(tx, request.id, { sendAttempts: attempt })
  const idempotencyKey = `loop-out:${request.id}#${attempt}`
  return requestSend(tx, deps, {
    kind: 'loop-out',
    storeRef: store.id,
    merchantId: request.merchantId,
    loopOutId: request.id,
    address: requireAddress(request.onChainAddress, deps.config.network),
    amountSats: request.amountSats,
    amountUsd: fromCents(centsOfSats(request.amountSats, cents)),
    btcPrice: fromCents(cents),
    networkFeeFrom: 'amount',
    description: `Lightning loop-out ${request.id}`,
    requestedBy: request.requestedBy,
    idempotencyKey,
    inputHash: createHash('sha256').update(idempotencyKey).digest('hex'),
  })
}
