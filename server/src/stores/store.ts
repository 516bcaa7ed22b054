import type { Selectable } from 'kysely'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Stores } from '../platform/db/types.ts'

export type Store = Selectable<Stores>

/** A store that can be spoken to, with its secrets opened. */
export type ReadyStore = Store & { status: 'ready'; storeId: string; openedKey: string }

/** Whether new invoices of this store can be paid over Lightning. */
export const offersLightning = ({
  lightning,
  lightningAvailable,
}: Pick<Store, 'lightning' | 'lightningAvailable'>): boolean => lightning !== 'none' && lightningAvailable

export const findStore = (db: Db, merchantId: number | null): Promise<Store | undefined> =>
  db
    .selectFrom('stores')
    .selectAll()
    .where('merchantId', merchantId === null ? 'is' : '=', merchantId)
    .executeTakeFirst()

export const findStoreById = (db: Db, id: number): Promise<Store | undefined> =>
  db.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirst()

/** Serialises everything that is booked for one store. */
export const lockStore = (tx: Tx, id: number): Promise<Store> =>
  tx.selectFrom('stores').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/**
 * The same for who has read from it, which takes a while: false when the merchant has moved to another store meanwhile.
 * What one store told is never written down for the next.
 */
export const lockStoreAsRead = async (tx: Tx, read: ReadyStore): Promise<boolean> => {
  const { serverUrl, storeId } = await lockStore(tx, read.id)
  return serverUrl === read.serverUrl && storeId === read.storeId
}

type Sealed = Pick<Store, 'status' | 'storeId' | 'apiKey' | 'tag'>
type Opened<S extends Sealed> = S & Pick<ReadyStore, 'status' | 'storeId' | 'openedKey'>

export const openStore = <S extends Sealed>(store: S | undefined, sealer: Sealer): Opened<S> | undefined => {
  if (store?.status !== 'ready' || store.storeId === null || store.apiKey === null) return undefined
  const openedKey = sealer.open(store.apiKey, secretOf(store.tag, 'api-key'))
  return { ...store, status: 'ready', storeId: store.storeId, openedKey }
}

/** The identity to which a store's secrets are bound. Its tag never changes and is never used again. */
export const secretOf = (tag: string, what: 'api-key' | 'webhook-secret' | 'recovery-words') => `store:${tag}:${what}`

export const findStoresByEngineId = (db: Db, storeId: string): Promise<Store[]> =>
  db.selectFrom('stores').selectAll().where('storeId', '=', storeId).execute()
