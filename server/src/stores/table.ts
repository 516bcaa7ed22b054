import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Stores } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Lightning } from './table.lightning.ts'
import { openSeconds } from './table.sync.ts'

export type AdoptedStore = {
  serverUrl: string
  storeId: string
  apiKey: string
  lightning: 'none' | 'shared' | 'own'
}

/** Locks the store that a merchant has now, so that nothing is sent from it in the meantime. */
export const lockStoreOf = (tx: Tx, merchantId: number): Promise<Store | undefined> =>
  tx
    .selectFrom('stores')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('standing', '=', 'current')
    .forUpdate()
    .executeTakeFirst()

/**
 * Whether another merchant has this store, or this one beside the store in use, under any address: the IDs are random and never collide by chance. Of two
 * simultaneous requests, one waits for the other.
 */
export const isStoreTaken = async (tx: Tx, storeId: string, merchantId: number): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`store:${storeId}`}, 0))`.execute(tx)
  const found = await tx
    .selectFrom('stores')
    .select('id')
    .where('storeId', '=', storeId)
    .where((where) =>
      where.or([
        where('merchantId', 'is', null),
        where('merchantId', '<>', merchantId),
        // A store that this merchant has left, or is about to get.
        where('standing', '<>', 'current'),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Saves a merchant's own store in place of a previous one. We do not have its recovery phrase. */
export const saveAdopted = async (
  tx: Tx,
  sealer: Sealer,
  merchantId: number,
  adopted: AdoptedStore,
  before: Store | undefined,
): Promise<Store> => {
  const tag = before?.tag ?? randomBytes(6).toString('hex')
  const isSame = before?.storeId === adopted.storeId && before.serverUrl === adopted.serverUrl
  const values = {
    status: 'ready' as const,
    serverUrl: adopted.serverUrl,
    storeId: adopted.storeId,
    apiKey: sealer.seal(adopted.apiKey, secretOf(tag, 'api-key')),
    lightning: adopted.lightning,
    lightningAvailable: true,
    lightningDueAt: tx.now,
    syncDueAt: tx.now,
    syncPauseSeconds: openSeconds,
    syncError: null,
    ...(isSame
      ? {}
      : {
          webhookId: null,
          webhookUrl: null,
          webhookSecret: sealer.seal(randomBytes(24).toString('base64url'), secretOf(tag, 'webhook-secret')),
          recoveryWords: null,
          recoveryWordsReadAt: null,
          syncedAt: null,
          syncFailures: 0,
          syncNotBefore: null,
          historySkip: null,
          historyComplete: false,
          fundsReadAt: null,
          balanceSats: 0n,
          spendableSats: 0n,
        }),
  }
  if (before) {
    return tx.updateTable('stores').set(values).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
  }
  return tx
    .insertInto('stores')
    .values({ ...values, merchantId, tag })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Where the platform's own store is. */
export const findPlatformServer = async (tx: Tx): Promise<string | undefined> =>
  (await tx.selectFrom('stores').select('serverUrl').where('merchantId', 'is', null).executeTakeFirst())?.serverUrl

/** Moves the stores of a BTCPay Server that has a new address. */
export const moveStores = async (tx: Tx, before: string, after: string) => {
  await tx.updateTable('stores').set({ serverUrl: after }).where('serverUrl', '=', before).execute()
}

type Beginning = {
  merchantId: number | null
  serverUrl: string
  /** The store in use until this one is ready. */
  replaces?: number
  /** What only the merchant has the keys of. */
  ownWallet?: OwnWallet
  /** Saved before BTCPay is asked, so that a lost answer does no harm. */
  recoveryWords?: string
  webhookSecret: string
}

/** Saves that a store is being created, once. */
export const beginProvisioning = async (tx: Tx, sealer: Sealer, beginning: Beginning): Promise<Store> => {
  const tag = randomBytes(6).toString('hex')
  await tx
    .insertInto('stores')
    .values({
      merchantId: beginning.merchantId,
      serverUrl: beginning.serverUrl,
      ...(beginning.replaces === undefined ? {} : { replaces: beginning.replaces, standing: 'next' as const }),
      tag,
      ...(beginning.ownWallet === undefined ? {} : { ownWallet: JSON.stringify(beginning.ownWallet) }),
      ...(beginning.recoveryWords === undefined
        ? {}
        : { recoveryWords: sealer.seal(beginning.recoveryWords, secretOf(tag, 'recovery-words')) }),
      webhookSecret: sealer.seal(beginning.webhookSecret, secretOf(tag, 'webhook-secret')),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const store =
    beginning.replaces === undefined
      ? await findStore(tx, beginning.merchantId)
      : await tx.selectFrom('stores').selectAll().where('tag', '=', tag).executeTakeFirst()
  if (!store) throw new Error('the store was not saved')
  return store
}

export const saveStoreId = (db: Db, storeRef: number, storeId: string) =>
  db.updateTable('stores').set({ storeId }).where('id', '=', storeRef).where('storeId', 'is', null).execute()

/** Saves that a key is about to be requested. False if somebody else has given this store up or finished it. */
export const markKeyRequested = async (db: Db, storeRef: number, storeId: string): Promise<boolean> => {
  const marked = await db
    .updateTable('stores')
    .set({ keyRequestedFor: storeId })
    .where('id', '=', storeRef)
    .where('storeId', '=', storeId)
    .where('keyRequestedFor', 'is', null)
    .where('status', '=', 'provisioning')
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Gives up a store on BTCPay whose key may be unknown. From now on nobody can finish it. */
export const giveUpStoreId = (db: Db, storeRef: number, storeId: string) =>
  db
    .updateTable('stores')
    .set({ storeId: null })
    .where('id', '=', storeRef)
    .where('storeId', '=', storeId)
    .where('keyRequestedFor', '=', storeId)
    .where('status', '=', 'provisioning')
    .execute()

/** No key is unknown any more: none was created, or the store that it was for is gone. */
export const clearKeyRequest = (db: Db, storeRef: number, storeId: string) =>
  db
    .updateTable('stores')
    .set({ keyRequestedFor: null })
    .where('id', '=', storeRef)
    .where('keyRequestedFor', '=', storeId)
    .execute()

export const markStoreReady = (
  tx: Tx,
  sealer: Sealer,
  store: Store & { storeId: string },
  created: { apiKey: string; lightning: Lightning },
) =>
  tx
    .updateTable('stores')
    .set({
      apiKey: sealer.seal(created.apiKey, secretOf(store.tag, 'api-key')),
      lightning: created.lightning.node,
      lightningAvailable: created.lightning.isAvailable,
      status: 'ready',
      keyRequestedFor: null,
      syncDueAt: tx.now,
    })
    .where('id', '=', store.id)
    .where('storeId', '=', store.storeId)
    .where('status', '=', 'provisioning')
    .returningAll()
    .executeTakeFirst()

export const saveWebhook = (db: Db, storeRef: number, webhook: { id: string; url: string }) =>
  db.updateTable('stores').set({ webhookId: webhook.id, webhookUrl: webhook.url }).where('id', '=', storeRef).execute()

export type Store = Selectable<Stores>

/** The wallet of a store whose keys only the merchant has. */
export const ownWalletOf = ({ ownWallet }: Pick<Store, 'ownWallet'>): OwnWallet | undefined =>
  ownWallet === null ? undefined : (ownWallet as unknown as OwnWallet)

/** A store that is ready to use, with its secrets unsealed. */
export type ReadyStore = Store & { status: 'ready'; storeId: string; openedKey: string }

/** Whether new invoices of this store can be paid over Lightning. */
export const offersLightning = ({
  lightning,
  lightningAvailable,
}: Pick<Store, 'lightning' | 'lightningAvailable'>): boolean => lightning !== 'none' && lightningAvailable

/** The store that a merchant uses now. */
export const findStore = (db: Db, merchantId: number | null): Promise<Store | undefined> =>
  db
    .selectFrom('stores')
    .selectAll()
    .where('merchantId', merchantId === null ? 'is' : '=', merchantId)
    .where('standing', '=', 'current')
    .executeTakeFirst()

/** How rows name the store that they belong to: null is a merchant's first store. */
export const atStoreOf = ({ id, replaces }: Pick<Store, 'id' | 'replaces'>): number | null =>
  replaces === null ? null : id

/** The store that a row belongs to. The merchant may have moved to another one since. */
export const findStoreOfRow = (
  db: Db,
  { merchantId, atStore }: { merchantId: number; atStore: number | null },
): Promise<Store | undefined> =>
  db
    .selectFrom('stores')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where((where) => (atStore === null ? where('replaces', 'is', null) : where('id', '=', atStore)))
    .executeTakeFirst()

/** A merchant's store at this address, which may be a former one, or else the one that it uses now. */
export const findStoreAt = async (
  db: Db,
  merchantId: number,
  { serverUrl, storeId }: { serverUrl: string | null; storeId: string | null },
): Promise<Store | undefined> => {
  const found = await db
    .selectFrom('stores')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('serverUrl', '=', serverUrl)
    .where('storeId', '=', storeId)
    .where('status', '=', 'ready')
    .executeTakeFirst()
  return found ?? findStore(db, merchantId)
}

export const findStoreById = (db: Db, id: number): Promise<Store | undefined> =>
  db.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirst()

/** Serializes everything that is booked for one store. */
export const lockStore = (tx: Tx, id: number): Promise<Store> =>
  tx.selectFrom('stores').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** The same for a caller that acts on the store in use: refuses if the merchant has moved to another one since. */
export const lockCurrentStore = async (tx: Tx, id: number): Promise<Store> => {
  const store = await lockStore(tx, id)
  if (store.standing !== 'current') throw movedMeanwhile()
  return store
}

const movedMeanwhile = () =>
  new ApiError('conflict', {
    message: 'The store just moved to another payment server. Nothing was sent. Try again.',
  })

/** What a sync compares with what it has read. */
export type LockedStore = Pick<Store, 'historySkip' | 'historyComplete' | 'waitingTransactions'>

/**
 * The same for a caller that has read from the store, which takes a while: undefined when the merchant has moved to
 * another store in the meantime. What one store reported is never saved for the next.
 */
export const lockStoreAsRead = async (tx: Tx, read: ReadyStore): Promise<LockedStore | undefined> => {
  const { status, serverUrl, storeId, ...locked } = await tx
    .selectFrom('stores')
    .select(['status', 'serverUrl', 'storeId', 'historySkip', 'historyComplete', 'waitingTransactions'])
    .where('id', '=', read.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return status === 'ready' && serverUrl === read.serverUrl && storeId === read.storeId ? locked : undefined
}

type Sealed = Pick<Store, 'status' | 'storeId' | 'apiKey' | 'tag'>
type Opened<S extends Sealed> = S & Pick<ReadyStore, 'status' | 'storeId' | 'openedKey'>

export const openStore = <S extends Sealed>(store: S | undefined, sealer: Sealer): Opened<S> | undefined => {
  if (store?.status !== 'ready' || store.storeId === null || store.apiKey === null) return undefined
  const openedKey = sealer.open(store.apiKey, secretOf(store.tag, 'api-key'))
  return { ...store, status: 'ready', storeId: store.storeId, openedKey }
}

/** The identity to which a store's secrets are bound. Its tag never changes and is never reused. */
export const secretOf = (tag: string, what: 'api-key' | 'webhook-secret' | 'recovery-words') => `store:${tag}:${what}`

export const findStoresByEngineId = (db: Db, storeId: string): Promise<Store[]> =>
  db
    .selectFrom('stores')
    .modifyFront(planKept)
    .selectAll()
    .where('storeId', '=', storeId)
    .where('status', '<>', 'left')
    .execute()

/**
 * Returns the recovery phrase of a merchant's wallet and deletes it. Of two simultaneous requests, one gets it. By default
 * it is the one in use. A phrase that nobody has seen stays available after the wallet was left.
 */
export const takeRecoveryPhrase = async (
  tx: Tx,
  sealer: Sealer,
  merchantId: number,
  formerRef: number | undefined,
): Promise<string[] | undefined> => {
  const store = await tx
    .selectFrom('stores')
    .select(['id', 'tag', 'recoveryWords'])
    .where('merchantId', '=', merchantId)
    .where((where) =>
      formerRef === undefined
        ? where.and([where('standing', '=', 'current'), where('status', '=', 'ready')])
        : where.and([where('standing', '=', 'former'), where('id', '=', formerRef)]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!store?.recoveryWords) return undefined
  await tx
    .updateTable('stores')
    .set({ recoveryWords: null, recoveryWordsReadAt: tx.now })
    .where('id', '=', store.id)
    .execute()
  return sealer.open(store.recoveryWords, secretOf(store.tag, 'recovery-words')).split(' ')
}
