import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type ShownTo = { merchantId: number; store: { serverUrl: string; storeId: string } }

/** The address that the merchant was shown for its next loop-out, if it is one of the store that is connected now. */
export const findShownAddress = async (db: Db, { merchantId, store }: ShownTo): Promise<string | undefined> => {
  const row = await db
    .selectFrom('loopOutAddresses')
    .select('address')
    .where('merchantId', '=', merchantId)
    .where('serverUrl', '=', store.serverUrl)
    .where('storeId', '=', store.storeId)
    .executeTakeFirst()
  return row?.address
}

/** Saves the address that is shown. Of two at once the first stays, so that both screens show the same. */
export const saveShownAddress = async (tx: Tx, { merchantId, store }: ShownTo, address: string): Promise<string> => {
  const { serverUrl, storeId } = store
  await tx
    .insertInto('loopOutAddresses')
    .values({ merchantId, serverUrl, storeId, address })
    .onConflict((conflict) =>
      conflict
        .column('merchantId')
        .doUpdateSet({ serverUrl, storeId, address })
        .where((row) =>
          row.or([row('loopOutAddresses.serverUrl', '!=', serverUrl), row('loopOutAddresses.storeId', '!=', storeId)]),
        ),
    )
    .execute()
  return (await findShownAddress(tx, { merchantId, store })) ?? address
}

/** A loop-out uses it up: the next one gets a new address. */
export const deleteShownAddress = async (tx: Tx, merchantId: number) => {
  await tx.deleteFrom('loopOutAddresses').where('merchantId', '=', merchantId).execute()
}

/** A BTCPay Server has a new address. */
export const moveServer = async (tx: Tx, before: string, after: string) => {
  await tx.updateTable('loopOutAddresses').set({ serverUrl: after }).where('serverUrl', '=', before).execute()
}
