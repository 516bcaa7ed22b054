import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { formerStoreDone, merchantMoved } from './facts.ts'
import { beginHotStore, finishStore } from './provision-store.ts'
import { findDoneStores, findMoveTarget, findOpenBusiness, getOwner } from './queries.moves.ts'
import type { StoreUses } from './store-use.ts'
import { lockNextStore, markStoreLeft, switchStores } from './table.moves.ts'
import { lockStore, lockStoreOf, type Store } from './table.ts'

export const moveRefused = (message: string) => new ApiError('move-refused', { message })

/** Asks the engine before anything is saved: a store can't be created on one that doesn't respond. */
export const requireEngine = async ({ engines }: Pick<Deps, 'engines'>, name: string) => {
  const engine = engines.all.find((known) => known.name === name)
  if (!engine) throw moveRefused(`There’s no payment server named ${name}. Nothing was changed.`)
  const health = await engines.of(engine.id).server.health()
  if (health.kind !== 'ok') {
    throw moveRefused(`The payment server ${name} doesn’t respond. Nothing was changed. Try again when it does.`)
  }
}

/**
 * Saves that a merchant gets a store on another engine. The worker creates it, and it replaces the present one when it is
 * ready. The caller holds the merchant, so that of several requests one is accepted.
 */
export const beginMove = async (
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'storeUses' | 'config'>,
  merchantId: number,
  engine: string,
) => {
  const current = await lockStoreOf(tx, merchantId)
  if (current?.status !== 'ready') throw moveRefused('The merchant’s store isn’t set up yet. Nothing was changed.')
  if (current.engineId === null) {
    throw moveRefused('The merchant uses its own BTCPay Server, which can’t be moved. Nothing was changed.')
  }
  if (current.ownWallet !== null) {
    throw moveRefused('Only the merchant has the keys of this wallet, so it can’t be moved. Nothing was changed.')
  }
  if (await lockNextStore(tx, merchantId)) throw moveRefused('The merchant is already being moved.')
  await requireNothingOpen(tx, deps.storeUses, current, merchantId)
  const target = await findMoveTarget(tx, merchantId, engine)
  if (!target) throw moveRefused(`There’s no payment server named ${engine}. Nothing was changed.`)
  if (target.id === current.engineId) throw moveRefused(`The merchant is on ${engine} already.`)
  if (target.isInUse) {
    throw moveRefused(
      `The merchant’s former store on ${engine} is still watched. Move it back when that store is done.`,
    )
  }
  if (target.isFull) throw moveRefused(`The payment server ${engine} is full. Nothing was changed.`)
  await beginHotStore(tx, deps, { merchantId, serverUrl: target.url, replaces: current.id })
}

const requireNothingOpen = async (tx: Tx, storeUses: StoreUses, { id }: Store, merchantId: number) => {
  const open = await findOpenBusiness(tx, storeUses, id, merchantId)
  if (open === 'loop-out') throw moveRefused('A loop-out is open. Move the merchant when it’s done.')
  if (open === 'send') throw moveRefused('A payment is on its way out. Move the merchant when it’s confirmed.')
}

/** Cancels a move before the new store is in use. Nobody has seen its addresses, so nothing can be in it. */
export const endMove = async (tx: Tx, merchantId: number): Promise<void> => {
  const current = await lockStoreOf(tx, merchantId)
  const next = await lockNextStore(tx, merchantId)
  // A store at the same engine is for another wallet, which the merchant decides about.
  if (!next || next.engineId === current?.engineId)
    throw moveRefused('The merchant isn’t being moved, or the new store is already in use.')
  await markStoreLeft(tx, next.id)
}

/** Creates the new store, whatever part of it exists, and uses it as soon as nothing of the present one is on its way out. */
export const finishMove = async (deps: Deps, next: { id: number; merchantId: number; storeName: string }) => {
  await finishStore(deps, next.id, next.storeName)
  await deps.reached('move-ready')
  await inTransaction(deps.db, (tx) => useNextStore(tx, deps, next.merchantId))
}

const useNextStore = async (tx: Tx, { config, storeUses }: Deps, merchantId: number) => {
  const former = await lockStoreOf(tx, merchantId)
  const next = await lockNextStore(tx, merchantId)
  if (!former || next?.status !== 'ready' || next.replaces !== former.id) return
  if (await findOpenBusiness(tx, storeUses, former.id, merchantId)) return
  await switchStores(tx, former, next)
  // A new wallet at the same engine is no move: whoever decided on it says so.
  if (former.engineId === next.engineId) return
  const detail = { from: former.serverUrl, to: next.serverUrl }
  const about = { merchantId, detail, owner: await getOwner(tx, merchantId), publicUrl: config.publicUrl }
  await announce(tx, merchantMoved, about, { actor: 'system' })
}

/** Stops watching former stores in which nothing can happen anymore. */
export const leaveDoneStores = async (deps: Deps): Promise<boolean> => {
  for (const { id } of await findDoneStores(deps.db, deps.storeUses)) {
    await inTransaction(deps.db, async (tx) => {
      await lockStore(tx, id)
      // A payment may have been seen in the meantime.
      const [done] = await findDoneStores(tx, deps.storeUses, id)
      if (!done) return
      await markStoreLeft(tx, id)
      const { merchantId, engine } = done
      await announce(tx, formerStoreDone, { merchantId, detail: { engine } }, { actor: 'system' })
    })
  }
  return false
}
