import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Sends } from '../platform/db/types.ts'

const sendKinds = ['withdrawal', 'refund', 'payout', 'sweep', 'loop-out', 'bump'] as const
export type SendKind = (typeof sendKinds)[number]
export type SendStatus = 'requested' | 'signed' | 'broadcast' | 'confirmed' | 'failed' | 'cancelled'

export type Send = Omit<Selectable<Sends>, 'kind' | 'status' | 'networkFeeFrom'> & {
  kind: SendKind
  status: SendStatus
  networkFeeFrom: 'wallet' | 'amount'
}

export const findSend = async (db: Db, id: number): Promise<Send | undefined> =>
  (await db.selectFrom('sends').selectAll().where('id', '=', id).executeTakeFirst()) as Send | undefined

export const getSend = async (db: Db, id: number): Promise<Send> => {
  const send = await findSend(db, id)
  if (!send) throw new Error(`there is no send ${id}`)
  return send
}

export const lockSend = async (tx: Tx, id: number): Promise<Send> =>
  (await tx.selectFrom('sends').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()) as Send

/** One request for each key at a time, until the transaction ends; whoever waited finds what the first one wrote. */
export const lockKey = async (tx: Tx, idempotencyKey: string) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`send:${idempotencyKey}`}, 0))`.execute(tx)
}

export const findSendByKey = async (db: Db, idempotencyKey: string): Promise<Send | undefined> =>
  (await db.selectFrom('sends').selectAll().where('idempotencyKey', '=', idempotencyKey).executeTakeFirst()) as
    | Send
    | undefined

export type NewSend = {
  kind: SendKind
  storeRef: number
  merchantId?: number | undefined
  partnerId?: number | undefined
  loopOutId?: number | undefined
  bumps?: number | undefined
  address: string
  amountSats: bigint
  amountUsd: string
  btcPrice: string
  networkFeeFrom: 'wallet' | 'amount'
  feeRate: string
  networkFeeReserveSats: bigint
  platformFeeSats?: bigint | undefined
  partnerFeeSats?: bigint | undefined
  description?: string | undefined
  requestedBy: string
  idempotencyKey: string
  inputHash: string
}

export const insertSend = async (tx: Tx, send: NewSend): Promise<Send> =>
  (await tx
    .insertInto('sends')
    .values({
      kind: send.kind,
      storeRef: send.storeRef,
      merchantId: send.merchantId ?? null,
      partnerId: send.partnerId ?? null,
      loopOutId: send.loopOutId ?? null,
      bumps: send.bumps ?? null,
      address: send.address,
      amountSats: send.amountSats,
      amountUsd: send.amountUsd,
      btcPrice: send.btcPrice,
      networkFeeFrom: send.networkFeeFrom,
      feeRate: send.feeRate,
      networkFeeReserveSats: send.networkFeeReserveSats,
      platformFeeSats: send.platformFeeSats ?? 0n,
      partnerFeeSats: send.partnerFeeSats ?? 0n,
      description: send.description ?? null,
      requestedBy: send.requestedBy,
      idempotencyKey: send.idempotencyKey,
      inputHash: send.inputHash,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as Send
