import { sql } from 'kysely'
import type { OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

const waitMs = 24 * 3_600_000

export type OwnKeysChange = {
  id: number
  merchantId: number
  kind: 'connect' | 'leave'
  wallet: OwnWallet | null
  reopens: number | null
  storeRef: number | null
  status: 'waiting' | 'applying' | 'done' | 'canceled'
  requestedBy: string
  requestedAt: Date
  dueAt: Date
}

type NewChange = {
  merchantId: number
  requestedBy: string
  kind: OwnKeysChange['kind']
  wallet?: OwnWallet
  reopens?: number | undefined
}

/** A second open change of the same merchant violates a constraint and is refused. */
export const insertOwnKeysChange = (tx: Tx, { wallet, reopens, ...change }: NewChange) =>
  tx
    .insertInto('ownKeysChanges')
    .values({
      ...change,
      wallet: wallet === undefined ? null : JSON.stringify(wallet),
      reopens: reopens ?? null,
      requestedAt: tx.now,
      dueAt: new Date(tx.now.getTime() + waitMs),
    })
    .returning(['id', 'dueAt'])
    .executeTakeFirstOrThrow()

const columns = sql`id, merchant_id, kind, wallet, reopens, store_ref, status, requested_by, requested_at, due_at`

/** The change of a merchant that waits or is being made. */
export const findOpenOwnKeysChange = async (db: Db, merchantId: number): Promise<OwnKeysChange | undefined> => {
  const { rows } = await sql<OwnKeysChange>`
    select ${columns} from own_keys_changes
    where merchant_id = ${merchantId} and status in ('waiting', 'applying')`.execute(db)
  return rows[0]
}

/** Changes whose wait is over. Those that can't be made yet are found again. */
export const findDueOwnKeysChanges = async (db: Db, most: number): Promise<OwnKeysChange[]> => {
  const { rows } = await sql<OwnKeysChange>`
    select ${columns} from own_keys_changes
    where status in ('waiting', 'applying') and due_at <= app_now() order by due_at, id limit ${most}`.execute(db)
  return rows
}

/** When the next change can be made. */
export const ownKeysDueAt = sql`(
  select min(due_at) from own_keys_changes where status in ('waiting', 'applying'))`

/** Returns undefined if somebody else has ended or begun it in the meantime. */
export const markApplying = (tx: Tx, id: number, storeRef: number) =>
  tx
    .updateTable('ownKeysChanges')
    .set({ status: 'applying', storeRef })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()

export const markDone = (tx: Tx, id: number) =>
  tx
    .updateTable('ownKeysChanges')
    .set({ status: 'done', endedAt: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'applying')
    .returning('id')
    .executeTakeFirst()

/** Only one that still waits can be canceled. */
export const markOwnKeysCanceled = (tx: Tx, merchantId: number, decidedBy: string) =>
  tx
    .updateTable('ownKeysChanges')
    .set({ status: 'canceled', decidedBy, endedAt: tx.now })
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'waiting')
    .returning(['id', 'kind'])
    .executeTakeFirst()

/** Holds a change while it is made. */
export const lockOwnKeysChange = (tx: Tx, id: number) =>
  tx.selectFrom('ownKeysChanges').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
