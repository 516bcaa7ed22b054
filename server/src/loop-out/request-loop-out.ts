import { type Deps, mainEngineId } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { findLightningBalance, lockCurrentStore } from '../stores/index.ts'
import { loopOutRequested } from './facts.ts'
import { holdLightning } from './post-transfers.ts'
import { computeMoved, getAddress, prepareLoopOut, readBalance, requireEnough } from './prepare-loop-out.ts'
import { deleteShownAddress } from './table.addresses.ts'
import { hasOpenLoopOut, insertLoopOut, type LoopOut } from './table.ts'

/**
 * Requests that the Lightning balance is moved on-chain, to a new address of the merchant's own store, and holds it
 * meanwhile. The engine is asked before anything is saved. Of several requests at once, one is accepted.
 */
export const requestLoopOut = async (deps: Deps, person: MerchantPerson, source: Source): Promise<LoopOut> => {
  const { merchantId } = person
  const prepared = await prepareLoopOut(deps, merchantId)
  const { store, nodeSats } = prepared
  const address = await getAddress(deps, merchantId, prepared)

  return inTransaction(deps.db, async (tx) => {
    await lockCurrentStore(tx, store.id)
    if (await hasOpenLoopOut(tx, merchantId)) throw new ApiError('loop-out-open')
    const balanceSats = await readBalance(tx, merchantId, nodeSats)
    const priceCents = await requireEnough(tx, balanceSats)
    const request = await insertLoopOut(tx, {
      merchantId,
      balanceSats,
      amountSats: computeMoved(balanceSats, nodeSats),
      node: nodeSats === undefined ? 'shared' : 'own',
      engineId: nodeSats === undefined ? (await findLightningBalance(tx, merchantId)).engineId : mainEngineId,
      priceCents,
      address,
      requestedBy: person.email,
    })
    await deleteShownAddress(tx, merchantId)
    await holdLightning(tx, request)
    const about = { id: request.id, merchantId, detail: { amountBtc: request.lightningBalanceBtc, address } }
    await announce(tx, loopOutRequested, about, { actor: person, source })
    return request
  })
}
