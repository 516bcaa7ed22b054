import { randomBytes } from 'node:crypto'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type Store, secretOf } from './store.ts'
import type { Lightning } from './table.lightning.ts'

type Beginning = {
  merchantId: number | null
  serverUrl: string
  /** Known before BTCPay is asked, so that a lost answer costs nothing. */
  recoveryWords: string
  webhookSecret: string
}

/** Writes down that a store is being made, once. */
export const beginProvisioning = async (tx: Tx, sealer: Sealer, beginning: Beginning): Promise<Store> => {
  const tag = randomBytes(6).toString('hex')
  await tx
    .insertInto('stores')
    .values({
      merchantId: beginning.merchantId,
      serverUrl: beginning.serverUrl,
      tag,
      recoveryWords: sealer.seal(beginning.recoveryWords, secretOf(tag, 'recovery-words')),
      webhookSecret: sealer.seal(beginning.webhookSecret, secretOf(tag, 'webhook-secret')),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('stores')
    .selectAll()
    .where('merchantId', beginning.merchantId === null ? 'is' : '=', beginning.merchantId)
    .executeTakeFirstOrThrow()
}

export const saveStoreId = (db: Db, storeRef: number, storeId: string) =>
  db.updateTable('stores').set({ storeId }).where('id', '=', storeRef).where('storeId', 'is', null).execute()

export const markStoreReady = (tx: Tx, sealer: Sealer, store: Store, made: { apiKey: string; lightning: Lightning }) =>
  tx
    .updateTable('stores')
    .set({
      apiKey: sealer.seal(made.apiKey, secretOf(store.tag, 'api-key')),
      lightning: made.lightning.node,
      lightningAvailable: made.lightning.isAvailable,
      status: 'ready',
      syncDueAt: tx.now,
    })
    .where('id', '=', store.id)
    .where('status', '=', 'provisioning')
    .returningAll()
    .executeTakeFirst()

export const saveWebhook = (db: Db, storeRef: number, webhook: { id: string; url: string }) =>
  db.updateTable('stores').set({ webhookId: webhook.id, webhookUrl: webhook.url }).where('id', '=', storeRef).execute()
