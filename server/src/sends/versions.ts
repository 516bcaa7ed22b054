import type { Selectable } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { SendVersions } from '../platform/db/types.ts'

export type SendVersion = Selectable<SendVersions>

/** Newest first. */
export const findVersions = (db: Db, sendId: number): Promise<SendVersion[]> =>
  db.selectFrom('sendVersions').selectAll().where('sendId', '=', sendId).orderBy('version', 'desc').execute()

/** Whether a transaction is written down as one of ours, for whichever send. */
export const isVersion = async (db: Db, txid: string): Promise<boolean> =>
  (await db.selectFrom('sendVersions').select('sendId').where('txid', '=', txid).executeTakeFirst()) !== undefined

export const saveVersion = async (
  tx: Tx,
  sendId: number,
  version: {
    txid: string
    rawTransaction: string | null
    networkFeeSats: bigint
    payeeSats: bigint
    vbytes: number
    change: { outpoint: string; amountSats: bigint } | undefined
  },
) => {
  const [latest] = await findVersions(tx, sendId)
  await tx
    .insertInto('sendVersions')
    .values({
      sendId,
      version: (latest?.version ?? 0) + 1,
      txid: version.txid,
      rawTransaction: version.rawTransaction,
      networkFeeSats: version.networkFeeSats,
      payeeSats: version.payeeSats,
      vbytes: version.vbytes,
      changeOutpoint: version.change?.outpoint ?? null,
      changeSats: version.change?.amountSats ?? null,
    })
    .execute()
}
