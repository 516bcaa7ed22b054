import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type Store, secretOf } from './store.ts'

export type AdoptedStore = {
  serverUrl: string
  storeId: string
  apiKey: string
  lightning: 'none' | 'shared' | 'own'
}

/** The store that a merchant has now, held, so that nothing is sent from it meanwhile. */
export const lockStoreOf = (tx: Tx, merchantId: number): Promise<Store | undefined> =>
  tx.selectFrom('stores').selectAll().where('merchantId', '=', merchantId).forUpdate().executeTakeFirst()

/**
 * Whether someone else has this store, under whatever address: the ids are random and never meet by chance. Of two who
 * want it at once, one waits until the other has it.
 */
export const isStoreTaken = async (tx: Tx, storeId: string, merchantId: number): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`store:${storeId}`}, 0))`.execute(tx)
  const found = await tx
    .selectFrom('stores')
    .select('id')
    .where('storeId', '=', storeId)
    .where((where) => where.or([where('merchantId', 'is', null), where('merchantId', '<>', merchantId)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Writes a merchant's own store down, in place of one that it may have had. Its recovery words are not with us. */
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
