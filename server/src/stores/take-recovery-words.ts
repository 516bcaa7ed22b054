import type { Sealer } from '../platform/crypto/seal.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { secretOf } from './store.ts'

/** Hands the words of a merchant's wallet out and forgets them. Of two who ask at once, one gets them. */
export const takeRecoveryWords = async (tx: Tx, sealer: Sealer, merchantId: number): Promise<string[] | undefined> => {
  const store = await tx
    .selectFrom('stores')
    .select(['id', 'tag', 'recoveryWords'])
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'ready')
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
