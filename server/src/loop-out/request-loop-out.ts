import type { Outcome } from '@bitquay/btcpay'
import { loopOutMinimumUsd } from '@bitquay/contract/loop-out'
import { centsOfSats, toCents } from '@bitquay/contract/money'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { findBalance } from '../ledger/index.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { findPrice } from '../prices/index.ts'
import { requireNotPlatforms } from '../sends/index.ts'
import { findStore, handOutAddress, lockStore, openStore, readNodeBalance } from '../stores/index.ts'
import { emitLoopOutChange } from './notify-loop-out.ts'
import { holdLightning } from './post-transfers.ts'
import { hasOpenLoopOut, insertLoopOut, type LoopOut } from './table.ts'

/** Stays on the merchant's own node, because channels keep a reserve and routing costs something. */
const keptPercent = 1n

/**
 * Requests that the Lightning balance is moved on-chain, to a new address of the merchant's own store, and holds it
 * meanwhile. The engine is asked before anything is saved. Of several requests at once, one is accepted.
 */
export const requestLoopOut = async (deps: Deps, person: MerchantPerson, source: Source): Promise<LoopOut> => {
  const { db } = deps
  const store = openStore(await findStore(db, person.merchantId), deps.sealer)
  if (!store) throw new ApiError('not-configured')
  if (store.lightning === 'none') throw new ApiError('loop-out-too-little')
  if (await hasOpenLoopOut(db, person.merchantId)) throw new ApiError('loop-out-open')
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const ownNode = store.lightning === 'own'
  const nodeSats = ownNode ? getValue(await readNodeBalance(client, store.storeId)) : undefined
  const shownSats = nodeSats ?? (await ledgerBalance(db, person.merchantId))
  // Check again after reading the balance: if another request has taken it since, report that one.
  if (await hasOpenLoopOut(db, person.merchantId)) throw new ApiError('loop-out-open')
  await requireEnough(db, shownSats)
  const address = getValue(await handOutAddress(deps, client, store))
  await requirePayable(deps, address)

  return inTransaction(db, async (tx) => {
    await lockStore(tx, store.id)
    if (await hasOpenLoopOut(tx, person.merchantId)) throw new ApiError('loop-out-open')
    const balanceSats = nodeSats ?? (await ledgerBalance(tx, person.merchantId))
    const priceCents = await requireEnough(tx, balanceSats)
    const request = await insertLoopOut(tx, {
      merchantId: person.merchantId,
      balanceSats,
      amountSats: ownNode ? (balanceSats * (100n - keptPercent)) / 100n : balanceSats,
      node: ownNode ? 'own' : 'shared',
      priceCents,
      address,
      requestedBy: person.email,
    })
    await holdLightning(tx, request)
    await recordActivity(tx, {
      act: 'loop-out-requested',
      actor: person,
      source,
      subject: { kind: 'loop-out', id: request.id },
      detail: { amountBtc: request.lightningBalanceBtc, address },
    })
    await emitLoopOutChange(tx, person.merchantId)
    return request
  })
}

const ledgerBalance = (db: Db, merchantId: number) => findBalance(db, { kind: 'merchant', id: merchantId }, 'lightning')

const requireEnough = async (db: Db, balanceSats: bigint): Promise<bigint> => {
  const { cents } = await findPrice(db)
  if (centsOfSats(balanceSats, cents) < toCents(loopOutMinimumUsd)) throw new ApiError('loop-out-too-little')
  return cents
}

/** The address comes from a server that may be the merchant's own. */
const requirePayable = async ({ db, config }: Deps, address: string) => {
  try {
    requireAddress(address, config.network)
    await requireNotPlatforms(db, address)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError('engine-refused', {
      message: 'Your payment server returned an address that isn’t valid. Nothing was requested. Contact support.',
      cause: error,
    })
  }
}

const getValue = <T>(outcome: Outcome<T>): T => {
  if (outcome.kind === 'ok') return outcome.value
  throw new ApiError(outcome.kind === 'refused' ? 'engine-refused' : 'engine-unavailable', { cause: outcome })
}
