import { sql } from 'kysely'
import { hashToken, newToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export type ChangeKind = 'recovery' | 'email'

const dayMs = 24 * 3_600_000
const waitMs: Record<ChangeKind, number> = { recovery: 7 * dayMs, email: dayMs }

export type NewChange = {
  merchantId: number
  kind: ChangeKind
  reason: string
  oldEmail: string
  newEmail: string | null
  requestedBy: number
}

/** A second open change of the same merchant violates a constraint and is refused. */
export const insertChange = (tx: Tx, change: NewChange) =>
  tx
    .insertInto('accountChanges')
    .values({ ...change, createdAt: tx.now, dueAt: new Date(tx.now.getTime() + waitMs[change.kind]) })
    .returning(['id', 'dueAt'])
    .executeTakeFirstOrThrow()

/** Creates the token of a link that stops a change. Only the hash is stored. */
export const issueStopToken = async (tx: Tx, changeId: number, email: string): Promise<string> => {
  const token = newToken()
  await tx
    .insertInto('accountChangeLinks')
    .values({ tokenHash: hashToken(token), changeId, email })
    .execute()
  return token
}

/** Finds the open change that a link stops, and to whom the link was sent. */
export const findChangeOfLink = (db: Db, token: string) =>
  db
    .selectFrom('accountChangeLinks')
    .innerJoin('accountChanges', 'accountChanges.id', 'accountChangeLinks.changeId')
    .innerJoin('merchants', 'merchants.id', 'accountChanges.merchantId')
    .select([
      'accountChanges.id',
      'accountChanges.kind',
      'accountChanges.dueAt',
      'accountChanges.newEmail',
      'accountChanges.merchantId',
      'merchants.storeName',
      'accountChangeLinks.email',
    ])
    .where('accountChangeLinks.tokenHash', '=', hashToken(token))
    .where('accountChanges.status', '=', 'open')
    .$narrowType<{ kind: ChangeKind }>()
    .executeTakeFirst()

export const findOpenChange = (db: Db, merchantId: number) =>
  db
    .selectFrom('accountChanges')
    .select(['id', 'kind', 'dueAt', 'newEmail', 'oldEmail', 'createdAt'])
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'open')
    .$narrowType<{ kind: ChangeKind }>()
    .executeTakeFirst()

/** When the next wait ends. */
export const changesDueAt = sql`(select min(due_at) from account_changes where status = 'open')`

/** Finds changes whose wait has ended. */
export const findDueChanges = (db: Db) =>
  db
    .selectFrom('accountChanges')
    .select('id')
    .where('status', '=', 'open')
    .where('dueAt', '<=', sql<Date>`app_now()`)
    .orderBy('id')
    .execute()

/** Of everyone who stops or applies a change at the same time, one ends it. */
export const markStopped = (tx: Tx, id: number) => endChange(tx, id, 'stopped')
export const markApplied = (tx: Tx, id: number) => endChange(tx, id, 'applied')
export const markFailed = (tx: Tx, id: number) => endChange(tx, id, 'failed')

/** Returns undefined before its time, and when it has ended. */
export const lockDueChange = (tx: Tx, id: number) =>
  tx
    .selectFrom('accountChanges')
    .select(['id', 'merchantId', 'kind', 'oldEmail', 'newEmail'])
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('dueAt', '<=', tx.now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

const endChange = async (tx: Tx, id: number, status: 'stopped' | 'applied' | 'failed'): Promise<boolean> => {
  const ended = await tx
    .updateTable('accountChanges')
    .set({ status, endedAt: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
