import type { Outcome } from '@bitquay/btcpay'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { handOutAddress } from './hand-out-address.ts'
import { limits } from './limits.ts'
import { isAddressReserved } from './queries.ts'
import { findStore, openStore } from './table.ts'

/**
 * The wallet's own address for deposits. The engine keeps it until it is paid. A loop-out takes the engine's current
 * address for itself, and what arrives there is a loop-out, so such an address is replaced.
 */
export const getReceiveAddress = async (deps: Deps, merchantId: number): Promise<string> => {
  const { store, ask } = await openWallet(deps, merchantId)
  const current = await ask({ fresh: false })
  return (await isAddressReserved(deps.db, deps.storeUses, store, current)) ? ask({ fresh: true }) : current
}

/** Replaces the address for deposits. */
export const createReceiveAddress = async (deps: Deps, merchantId: number): Promise<string> => {
  const { ask } = await openWallet(deps, merchantId)
  await requireAttempts(deps, [limits.receiveAddresses(merchantId)])
  return ask({ fresh: true })
}

const openWallet = async (deps: Deps, merchantId: number) => {
  const store = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!store) throw new ApiError('not-configured')
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const ask = async (wish: { fresh: boolean }) =>
    requireAddress(getValue(await handOutAddress(deps, client, store, wish)), deps.config.network)
  return { store, ask }
}

const getValue = (outcome: Outcome<string>): string => {
  if (outcome.kind === 'ok') return outcome.value
  throw new ApiError(outcome.kind === 'refused' ? 'engine-refused' : 'engine-unavailable', { cause: outcome })
}
