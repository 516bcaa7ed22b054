import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { readEngineNode, readLightningKind } from './check-server.ts'
import { lightningChanged } from './facts.ts'
import { connectLightning } from './provision-store.ts'
import { hasOpenPaymentHashes } from './queries.ts'
import { markNeighborsDue, postponeLightningCheck, saveLightning } from './table.lightning.ts'
import { findStoreById, lockStore, lockStoreAsRead, openStore, type ReadyStore, type Store } from './table.ts'

const timeoutMs = 8000

type Reading = Awaited<ReturnType<typeof readLightningKind>>
type Found = Parameters<typeof saveLightning>[2]

/**
 * Updates a store's Lightning to what the engine reports, in both directions. The owner of the node stays on record
 * while the node is missing, since payments to its older invoices are still booked by it.
 */
export const checkLightning = async (deps: Deps, storeRef: number): Promise<void> => {
  const store = openStore(await findStoreById(deps.db, storeRef), deps.sealer)
  if (!store) return
  const reading = await readStoreLightning(deps, store).catch(() => undefined)
  if (reading === undefined) return void (await postponeLightningCheck(deps.db, storeRef))
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return
    const before = await lockStore(tx, store.id)
    const after = await followReading(tx, deps, before, reading)
    await saveLightning(tx, store.id, after)
    if (after.node === 'shared' && after.isAvailable && !before.lightningAvailable) await markNeighborsDue(tx, before)
    await announceChange(tx, before, after)
  })
}

const readStoreLightning = async (deps: Deps, store: ReadyStore): Promise<Reading> => {
  const { serverUrl, storeId, openedKey } = store
  const client = deps.engines.probe({ serverUrl, apiKey: openedKey })
  const url = serverUrl.replace(/\/+$/, '')
  const reading = await readLightningKind(deps, { client, storeId, serverUrl: url, options: { timeoutMs } })
  const { engineId } = store
  if (reading !== 'none' || engineId === null || !(await canConnect(deps, store, engineId))) return reading
  return (await connectLightning(deps, engineId, storeId)).node
}

/** A store that we created gets Lightning once its server has a node, unless someone disabled it there. */
const canConnect = async (deps: Deps, store: ReadyStore, engineId: number): Promise<boolean> => {
  const isOurs = store.recoveryWords !== null || store.recoveryWordsReadAt !== null
  if (!isOurs || (await readEngineNode(deps, engineId)) !== 'shared') return false
  const method = await deps.engines.of(engineId).paymentMethods.get(store.storeId, 'BTC-LN')
  return method.kind === 'refused' && method.code === 'paymentmethod-not-found'
}

/** The node is undefined where the one on record stays. */
const followReading = async (tx: Tx, { storeUses }: Deps, store: Store, reading: Reading): Promise<Found> => {
  const known = store.lightning
  if (reading !== 'shared' && reading !== 'own') return { node: undefined, isAvailable: false }
  if (known === reading || known === 'none') return { node: reading, isAvailable: true }
  // Payments to the other node's invoices must not be booked as this one's, so the change waits until none can arrive.
  const isWaiting = store.merchantId !== null && (await hasOpenPaymentHashes(tx, storeUses, store.merchantId))
  return isWaiting ? { node: undefined, isAvailable: false } : { node: reading, isAvailable: true }
}

const announceChange = async (tx: Tx, before: Store, after: Found) => {
  const { id, merchantId } = before
  const node = after.node ?? before.lightning
  const isSame = node === before.lightning && (node === 'none' || after.isAvailable === before.lightningAvailable)
  if (isSame) return
  const detail = { nodeBefore: before.lightning, node, isAvailable: after.isAvailable }
  await announce(tx, lightningChanged, { storeId: id, merchantId, detail }, { actor: 'system' })
}
