import type { Deps } from '../deps.ts'
import { announce, type By } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { closeTransactions } from '../transactions/index.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import { storeAdopted } from './facts.ts'
import { isMoving } from './queries.moves.ts'
import { findLightningLeft, findStoreBusiness } from './queries.ts'
import type { StoreUses } from './store-use.ts'
import { saveCoins } from './table.sync.ts'
import { isStoreTaken, lockStoreOf, openStore, type Store, saveAdopted } from './table.ts'
import { notUsable, type StoreDetails, type VerifiedStore, verifyStore } from './verify-store.ts'

/**
 * Connects a merchant's own BTCPay: verifies the details, saves them with the key sealed, and subscribes to webhooks.
 */
export const adoptStore = async (deps: Deps, merchantId: number, details: StoreDetails, by: By): Promise<Store> => {
  const verified = await verifyStore(deps, details)
  const store = await inTransaction(deps.db, (tx) => adoptStoreInTx(tx, deps, merchantId, verified, by))
  await subscribeToStore(deps, store)
  return store
}

/**
 * The part that belongs into a transaction, for callers that create the merchant in the same one: otherwise the worker
 * that provisions stores could run in between. Call `subscribeToStore` afterwards.
 */
export const adoptStoreInTx = async (
  tx: Tx,
  { sealer, storeUses }: Pick<Deps, 'sealer' | 'storeUses'>,
  merchantId: number,
  verified: VerifiedStore,
  by: By,
): Promise<Store> => {
  const before = await lockStoreOf(tx, merchantId)
  if (await isStoreTaken(tx, verified.storeId, merchantId)) {
    throw notUsable('This store already belongs to another merchant.')
  }
  if (before) await requireQuiet(tx, storeUses, before, verified, merchantId)
  const store = await saveAdopted(tx, sealer, merchantId, verified, before)
  const { serverUrl, storeId, lightning } = verified
  await announce(tx, storeAdopted, { merchantId, detail: { serverUrl, storeId, lightning } }, by)
  return store
}

/** Creates our webhook. If that fails now, the worker that maintains stores creates it later. */
export const subscribeToStore = async (deps: Deps, store: Store) => {
  const ready = openStore(store, deps.sealer)
  if (ready) await ensureWebhook(deps, ready).catch(() => undefined)
  deps.wake('provision-stores')
  deps.wake('reconcile-engine')
}

/**
 * Open sends were signed with the current key, so nothing changes during a send. Another wallet also waits for open
 * invoices and payments. Confirmed payments are no longer followed after that, since the new wallet does not know them.
 */
const requireQuiet = async (
  tx: Tx,
  storeUses: StoreUses,
  before: Store,
  verified: VerifiedStore,
  merchantId: number,
) => {
  const business = await findStoreBusiness(tx, storeUses, before.id, merchantId)
  const isOther = before.storeId !== null && before.storeId !== verified.storeId
  if (business.sends || (isOther && business.unsettledSends)) {
    throw notUsable('The current store has pending withdrawals. Change the details once they confirm.')
  }
  if (!isOther) return
  if (before.ownWallet !== null) {
    throw notUsable('Only the merchant has the keys of this wallet. The owner has to leave it first.')
  }
  if (await isMoving(tx, merchantId)) {
    throw notUsable('The merchant was moved to another payment server, and its former store is still watched.')
  }
  if (business.invoices) {
    throw notUsable('The current store has unpaid invoices. Change the store once they’re paid or expired.')
  }
  if (business.payments) {
    throw notUsable('The current store has pending payments. Change the store once they confirm.')
  }
  const left = await findLightningLeft(tx, storeUses, merchantId, verified.serverUrl)
  if (left) throw notUsable(lightningLeft[left])
  await closeTransactions(tx, merchantId)
  // Coins of the previous wallet cannot be promised to anybody.
  await saveCoins(tx, before.id, [])
}

/** A Lightning balance stays with the node that holds it. */
const lightningLeft = {
  balance: 'The Lightning balance is on another payment server. Move it on-chain with a loop-out first.',
  invoices: 'Lightning invoices of the current payment server can still be paid. Change the store once they expire.',
}
