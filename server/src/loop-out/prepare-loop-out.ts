import type { BtcpayClient, Outcome } from '@bitquay/btcpay'
import { loopOutMinimumUsd } from '@bitquay/contract/loop-out'
import { centsOfSats, toCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findPrice } from '../prices/index.ts'
import { requireNotPlatforms } from '../sends/index.ts'
import {
  findLightningBalance,
  findStore,
  handOutAddress,
  openStore,
  type ReadyStore,
  readNodeBalance,
} from '../stores/index.ts'
import { findShownAddress } from './table.addresses.ts'
import { hasOpenLoopOut } from './table.ts'

export type Prepared = {
  store: ReadyStore
  client: BtcpayClient
  /** What the merchant's own node holds. Undefined on the shared node, whose balance is in our ledger. */
  nodeSats: bigint | undefined
}

/** Checks that a merchant can loop out now. It asks the engine, so it runs before any transaction. */
export const prepareLoopOut = async (deps: Deps, merchantId: number): Promise<Prepared> => {
  const { db } = deps
  const store = openStore(await findStore(db, merchantId), deps.sealer)
  if (!store) throw new ApiError('not-configured')
  // A balance may be on the node of an engine that the merchant has left.
  if (store.lightning === 'none' && store.engineId === null) throw new ApiError('loop-out-too-little')
  if (await hasOpenLoopOut(db, merchantId)) throw new ApiError('loop-out-open')
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const nodeSats = store.lightning === 'own' ? getValue(await readNodeBalance(client, store.storeId)) : undefined
  const balanceSats = await readBalance(db, merchantId, nodeSats)
  // Check again after reading the balance: if another request has taken it since, report that one.
  if (await hasOpenLoopOut(db, merchantId)) throw new ApiError('loop-out-open')
  await requireEnough(db, balanceSats)
  return { store, client, nodeSats }
}

export const readBalance = async (db: Db, merchantId: number, nodeSats: bigint | undefined): Promise<bigint> =>
  nodeSats ?? (await findLightningBalance(db, merchantId)).sats

/** Returns the price of bitcoin in cents. */
export const requireEnough = async (db: Db, balanceSats: bigint): Promise<bigint> => {
  const { cents } = await findPrice(db)
  if (centsOfSats(balanceSats, cents) < toCents(loopOutMinimumUsd)) throw new ApiError('loop-out-too-little')
  return cents
}

/** Stays on the merchant's own node, because channels keep a reserve and routing costs something. */
const keptPercent = 1n

export const computeMoved = (balanceSats: bigint, nodeSats: bigint | undefined): bigint =>
  nodeSats === undefined ? balanceSats : (balanceSats * (100n - keptPercent)) / 100n

/** The address that the merchant was shown, or a new one. It comes from a server that may be the merchant's own. */
export const getAddress = async (deps: Deps, merchantId: number, { store, client }: Prepared): Promise<string> => {
  const shown = await findShownAddress(deps.db, { merchantId, store })
  const address = shown ?? getValue(await handOutAddress(deps, client, store))
  try {
    requireAddress(address, deps.config.network)
    await requireNotPlatforms(deps.db, address)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError('engine-refused', {
      message: 'Your payment server returned an address that isn’t valid. Nothing was requested. Contact support.',
      cause: error,
    })
  }
  return address
}

const getValue = <T>(outcome: Outcome<T>): T => {
  if (outcome.kind === 'ok') return outcome.value
  throw new ApiError(outcome.kind === 'refused' ? 'engine-refused' : 'engine-unavailable', { cause: outcome })
}
