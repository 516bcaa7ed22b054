import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import type { Selectable } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { LightningLoopOutRequests } from '../platform/db/types.ts'

export type LoopOut = Omit<Selectable<LightningLoopOutRequests>, 'status' | 'node' | 'firstLeg' | 'carriedOut'> & {
  status: 'pending' | 'executing' | 'completed' | 'rejected'
  node: 'shared' | 'own'
  firstLeg: 'awaiting-payment' | 'taken' | null
  carriedOut: 'by-hand' | 'by-platform' | null
}

/** A second open request of a merchant runs into `loop_out_one_open`. */
export const insertLoopOut = async (
  tx: Tx,
  request: {
    merchantId: number
    balanceSats: bigint
    amountSats: bigint
    node: 'shared' | 'own'
    priceCents: bigint
    address: string
    requestedBy: string
  },
): Promise<LoopOut> =>
  (await tx
    .insertInto('lightningLoopOutRequests')
    .values({
      merchantId: request.merchantId,
      lightningBalanceBtc: fromSats(request.balanceSats),
      lightningBalanceUsd: fromCents(centsOfSats(request.balanceSats, request.priceCents)),
      amountSats: request.amountSats,
      node: request.node,
      btcPrice: fromCents(request.priceCents),
      onChainAddress: request.address,
      requestedBy: request.requestedBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as LoopOut

export const findLoopOut = async (db: Db, id: number): Promise<LoopOut | undefined> =>
  (await db.selectFrom('lightningLoopOutRequests').selectAll().where('id', '=', id).executeTakeFirst()) as
    | LoopOut
    | undefined

export const lockLoopOut = async (tx: Tx, id: number): Promise<LoopOut | undefined> =>
  (await tx.selectFrom('lightningLoopOutRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | LoopOut
    | undefined

export const hasOpenLoopOut = async (db: Db, merchantId: number): Promise<boolean> => {
  const open = await db
    .selectFrom('lightningLoopOutRequests')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('status', 'in', ['pending', 'executing'])
    .executeTakeFirst()
  return open !== undefined
}

/** Whether an address was handed out for a loop-out of this merchant: what arrives there is the merchant's own money. */
export const isLoopOutAddress = async (db: Db, merchantId: number, address: string): Promise<boolean> => {
  const found = await db
    .selectFrom('lightningLoopOutRequests')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('onChainAddress', '=', address)
    .executeTakeFirst()
  return found !== undefined
}
