import type { CorrectableField, InformationRequest } from '@bitquay/contract/applications.requests'
import { sql } from 'kysely'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** How long an applicant has to answer. */
const lifeDays = 14

type NewRequest = {
  applicationId: number
  fields: readonly CorrectableField[]
  message: string
  requestedBy: number
  token: string
}

/** Saves a request. Only the hash of its token is stored. */
export const insertRequest = (tx: Tx, { token, fields, ...request }: NewRequest) =>
  tx
    .insertInto('applicationRequests')
    .values({
      ...request,
      fields: [...fields],
      tokenHash: hashToken(token),
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + lifeDays * 86_400_000),
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()

/** Finds the application of a link, whether the link still works or not. */
export const findApplicationOfLink = async (db: Db, token: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('applicationRequests')
    .select('applicationId')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst()
  return row?.applicationId
}

/** Finds the request that the applicant can still answer. */
export const findOpenRequest = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('applicationRequests')
    .select(['id', 'fields', 'tokenHash'])
    .where('applicationId', '=', applicationId)
    .where('status', '=', 'open')
    .where('expiresAt', '>', tx.now)
    .executeTakeFirst()

/** Ends the open request of an application, if there is one. One whose time was over has expired, whatever ends it now. */
export const endOpenRequest = (tx: Tx, applicationId: number, status: 'replaced' | 'canceled' | 'closed') =>
  tx
    .updateTable('applicationRequests')
    .set({
      status: sql<InformationRequest['status']>`case when expires_at <= ${tx.now} then 'expired' else ${status} end`,
      endedAt: sql<Date>`least(expires_at, ${tx.now})`,
    })
    .where('applicationId', '=', applicationId)
    .where('status', '=', 'open')
    .returning(['id', 'status', 'fields'])
    .executeTakeFirst()

/** A request is answered only once. */
export const markAnswered = async (tx: Tx, id: number, before: Record<string, string | null>) => {
  const answered = await tx
    .updateTable('applicationRequests')
    .set({ status: 'answered', endedAt: tx.now, before: JSON.stringify(before) })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (!answered) throw new Error(`request ${id} was answered by someone else in the meantime`)
}
