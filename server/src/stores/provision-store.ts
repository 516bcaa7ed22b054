import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BtcpayClient, isRefused, unwrap } from '@bitquay/btcpay'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Deps, Engines } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { hashOfPhrase, type OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { readEngineNode } from './check-server.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import { storeCreated } from './facts.ts'
import { chooseEngine, hasEngineRoom } from './table.engines.ts'
import type { Lightning } from './table.lightning.ts'
import { releaseLease, takeLease } from './table.sync.ts'
import {
  beginProvisioning,
  clearKeyRequest,
  findStore,
  findStoreById,
  giveUpStoreId,
  markKeyRequested,
  markStoreReady,
  openStore,
  ownWalletOf,
  type ReadyStore,
  type Store,
  saveStoreId,
  secretOf,
} from './table.ts'
import { claimWalletKeys } from './table.wallet-keys.ts'
import { watchWallet } from './watch-wallet.ts'

const waitMs = 200
const waits = 150

/** What a merchant's key may do, only in its own store. */
const scopedRights = [
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.webhooks.canmodifywebhooks',
  'btcpay.store.canmanagewallettransactions',
  'btcpay.store.canuselightningnode',
]

/**
 * Creates a store on one of our own BTCPay Servers for a merchant (or for the platform): store, hot wallet, Lightning, a key for that
 * store only, a webhook. Every step can be repeated after a crash or a lost answer without creating anything twice: the
 * store is found by its tag, and we save the recovery phrase before BTCPay gets it.
 */
export const provisionStore = async (
  deps: Deps,
  owner: { merchantId: number | null; name: string },
): Promise<ReadyStore> => {
  const begun = await inTransaction(deps.db, (tx) => begin(tx, deps, owner.merchantId))
  return finishStore(deps, begun.id, owner.name)
}

/** Creates a store whose row exists, whatever part of it was done before. */
export const finishStore = async (deps: Deps, storeRef: number, name: string): Promise<ReadyStore> => {
  const { db, sealer } = deps
  for (let turn = 0; turn < waits; turn++) {
    const current = await findStoreById(db, storeRef)
    const ready = openStore(current, sealer)
    if (ready) return ready
    const lease = current ? await takeLease(db, current.id) : undefined
    if (current && lease) {
      try {
        // The previous holder of the lease may have finished before we got it.
        const latest = await findStoreById(db, current.id)
        return openStore(latest, sealer) ?? (await createStore(deps, latest ?? current, name))
      } finally {
        await releaseLease(db, current.id, lease)
      }
    }
    await sleep(waitMs)
  }
  throw new Error(`store ${storeRef} is being set up by someone who does not finish`)
}

/** The platform's own store is on the main engine, a merchant's on the one with the most room. */
const begin = async (tx: Tx, { sealer, engine, engines, config }: Deps, merchantId: number | null): Promise<Store> => {
  const known = await findStore(tx, merchantId)
  if (known) return known
  const chosen = merchantId === null ? engine : await chooseEngine(tx, idsOf(engines))
  if (!chosen) throw new Error('every payment server is full')
  return beginHotStore(tx, { sealer, config }, { merchantId, serverUrl: chosen.url })
}

type Place = { merchantId: number | null; serverUrl: string; replaces?: number }

/** Saves that a store with a wallet that BTCPay signs for is being created, and which key that wallet has. */
export const beginHotStore = async (
  tx: Tx,
  { sealer, config }: Pick<Deps, 'sealer' | 'config'>,
  place: Place,
): Promise<Store> => {
  const recoveryWords = generateMnemonic(wordlist)
  const store = await beginProvisioning(tx, sealer, { ...place, recoveryWords, ...newWebhookSecret() })
  if (store.recoveryWords === null) return store
  // Another process may have begun the same store, with a phrase of its own.
  const phrase = sealer.open(store.recoveryWords, secretOf(store.tag, 'recovery-words'))
  const key = hashOfPhrase(phrase, config.network)
  await claimWalletKeys(tx, { merchantId: place.merchantId, storeRef: store.id }, [key])
  return store
}

/** Saves that a store with a wallet that BTCPay only watches is being created. */
export const beginWatchedStore = (
  tx: Tx,
  { sealer }: Pick<Deps, 'sealer'>,
  place: Place & { ownWallet: OwnWallet },
): Promise<Store> => beginProvisioning(tx, sealer, { ...place, ...newWebhookSecret() })

const newWebhookSecret = () => ({ webhookSecret: randomBytes(24).toString('base64url') })

const idsOf = (engines: Engines) => engines.all.map(({ id }) => id)

/** Refuses a new merchant while every engine is full. Admins get an alert too. */
export const requireEngineRoom = async (tx: Tx, { engines }: Pick<Deps, 'engines'>) => {
  if (!(await hasEngineRoom(tx, idsOf(engines)))) throw new ApiError('engines-full')
}

const createStore = async (deps: Deps, store: Store, name: string): Promise<ReadyStore> => {
  const { db, sealer, engines } = deps
  if (store.engineId === null) throw new Error(`the engine of store ${store.id} is not in the settings`)
  const admin = engines.of(store.engineId)
  const isGivenUp = await giveUpUnknownKey(db, admin, store)
  const storeId =
    (isGivenUp ? null : store.storeId) ?? (await findOrCreate(admin, `${name.slice(0, 34)} (${store.tag})`))
  await saveStoreId(db, store.id, storeId)
  const ownWallet = ownWalletOf(store)
  if (ownWallet) {
    await watchWallet(admin, storeId, ownWallet, deps.config.network)
    await deps.reached('wallet-watched')
  } else {
    await createWallet(admin, storeId, sealer.open(store.recoveryWords ?? '', secretOf(store.tag, 'recovery-words')))
  }
  const lightning = await connectLightning(deps, store.engineId, storeId)
  if (!(await markKeyRequested(db, store.id, storeId))) throw new Error(`store ${store.id} was set up twice`)
  const created = await admin.keys.create({
    label: `Bitquay ${store.tag}`,
    permissions: scopedRights.map((right) => `${right}:${storeId}`),
  })
  if (created.kind === 'refused' || created.kind === 'unreachable') await clearKeyRequest(db, store.id, storeId)
  const { apiKey } = unwrap(created)
  await deps.reached('key-created')
  const ready = await inTransaction(db, async (tx) => {
    // Open screens show the store without a reload.
    await announce(tx, storeCreated, store)
    return markStoreReady(tx, sealer, { ...store, storeId }, { apiKey, lightning })
  })
  const opened = openStore(ready, sealer)
  if (!opened) {
    await admin.keys.revoke(apiKey)
    throw new Error(`store ${store.id} was set up twice`)
  }
  await ensureWebhook(deps, opened)
  return opened
}

/**
 * After a crash or a lost answer, BTCPay may have a key for the store that nobody knows, and it lists no keys. So the
 * platform leaves that store: a key has no rights in a store that its user has left. Nobody has seen an address of it.
 */
const giveUpUnknownKey = async (db: Db, admin: BtcpayClient, store: Store): Promise<boolean> => {
  const { keyRequestedFor } = store
  if (keyRequestedFor === null) return false
  await giveUpStoreId(db, store.id, keyRequestedFor)
  const left = await admin.stores.leave(keyRequestedFor)
  // BTCPay refuses access to a store that we have left before.
  if (!(left.kind === 'refused' && left.status === 403)) unwrap(left)
  await clearKeyRequest(db, store.id, keyRequestedFor)
  return true
}

/** BTCPay has no idempotency: after a lost answer the store exists, with our tag in its name. */
const findOrCreate = async (admin: BtcpayClient, name: string) => {
  const found = unwrap(await admin.stores.list()).find((store) => store.name === name)
  if (found) return found.id
  const created = unwrap(
    await admin.stores.create({
      name,
      defaultCurrency: 'USD',
      speedPolicy: 'MediumSpeed',
      onChainWithLnInvoiceFallback: true,
    }),
  )
  return created.id
}

const createWallet = async (admin: BtcpayClient, storeId: string, existingMnemonic: string) => {
  const wallet = await admin.wallet.generate(storeId, { existingMnemonic, savePrivateKeys: true })
  if (!isRefused(wallet, 'already-configured')) unwrap(wallet)
}

/** A server without a Lightning node still accepts on-chain payments, and accepts this setting anyway. */
export const connectLightning = async (deps: Deps, engineId: number, storeId: string): Promise<Lightning> => {
  const { paymentMethods } = deps.engines.of(engineId)
  const connected = await paymentMethods.put(storeId, 'BTC-LN', { enabled: true, config: 'Internal Node' })
  const found = connected.kind === 'ok' ? await readEngineNode(deps, engineId) : 'none'
  return { node: found === 'none' ? 'none' : 'shared', isAvailable: found === 'shared' }
}
