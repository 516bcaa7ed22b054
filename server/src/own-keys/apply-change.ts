import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { getMerchant } from '../people/index.ts'
import { firstAddresses } from '../platform/bitcoin/own-wallet.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import {
  assignWalletKeys,
  beginHotStore,
  beginWatchedStore,
  findOpenBusiness,
  findStoreById,
  lockNextStore,
  lockStore,
  lockStoreOf,
  releaseWalletKeys,
  reopenStore,
  requireWatched,
  type Store,
} from '../stores/index.ts'
import { changeApplied } from './facts.ts'
import { lockOwnKeysChange, markApplying, markDone, markOwnKeysCanceled, type OwnKeysChange } from './table.ts'

/**
 * Takes a change whose wait is over one step on: first a new store is begun, which the worker that creates stores finishes
 * and puts into use, and then everybody is told. Every step can be repeated after a crash.
 */
export const applyChange = async (deps: Deps, change: OwnKeysChange): Promise<void> => {
  if (change.status === 'waiting') await begin(deps, change)
  else await finish(deps, change)
}

const begin = async (deps: Deps, change: OwnKeysChange) => {
  const { id, merchantId, reopens } = change
  if (reopens !== null) await requireSameWallet(deps, reopens, change)
  await deps.reached('change-due')
  await inTransaction(deps.db, async (tx) => {
    const current = await lockStoreOf(tx, merchantId)
    const locked = await lockOwnKeysChange(tx, id)
    if (locked?.status !== 'waiting' || current?.status !== 'ready') return
    const { closingSince } = await getMerchant(tx, merchantId)
    if (closingSince !== null) {
      await giveUp(tx, merchantId)
      return
    }
    // The store that is used next must not be replaced while it is prepared, nor while coins are on their way out.
    if (await lockNextStore(tx, merchantId)) return
    if (await findOpenBusiness(tx, deps.storeUses, current.id, merchantId)) return
    const storeRef = await beginStore(tx, deps, change, current)
    await markApplying(tx, id, storeRef)
  })
  await deps.reached('change-begun')
  deps.wake('provision-stores')
}

/** A closed account gets no new wallet. */
const giveUp = async (tx: Tx, merchantId: number) => {
  await markOwnKeysCanceled(tx, merchantId, 'system')
  await releaseWalletKeys(tx, merchantId)
}

const beginStore = async (tx: Tx, deps: Deps, change: OwnKeysChange, current: Store): Promise<number> => {
  const { merchantId, wallet, reopens } = change
  const place = { merchantId, serverUrl: current.serverUrl, replaces: current.id }
  if (wallet === null) return (await beginHotStore(tx, deps, place)).id
  if (reopens !== null) {
    await reopenStore(tx, current, await lockStore(tx, reopens))
    return reopens
  }
  const store = await beginWatchedStore(tx, deps, { ...place, ownWallet: wallet })
  await assignWalletKeys(tx, merchantId, store.id)
  return store.id
}

/** The payment server may have been changed since the merchant left this store. */
const requireSameWallet = async (deps: Deps, storeRef: number, { wallet }: OwnKeysChange) => {
  const store = await findStoreById(deps.db, storeRef)
  if (!store?.storeId || store.engineId === null || wallet === null)
    throw new Error(`store ${storeRef} can't be reopened`)
  await requireWatched(deps.engines.of(store.engineId), store.storeId, wallet, deps.config.network)
}

/** The store is in use now. */
const finish = async (deps: Deps, { id, merchantId, kind, wallet, storeRef }: OwnKeysChange) => {
  const store = storeRef === null ? undefined : await findStoreById(deps.db, storeRef)
  if (store?.standing !== 'current') return
  await inTransaction(deps.db, async (tx) => {
    if (!(await markDone(tx, id))) return
    const addresses = wallet ? firstAddresses(wallet, deps.config.network) : []
    const about = { merchantId, kind, addresses, publicUrl: deps.config.publicUrl }
    await announce(tx, changeApplied, about, { actor: 'system' })
  })
}
