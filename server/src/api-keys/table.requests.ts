import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { pruneInBatches } from '../platform/db/prune-in-batches.ts'
import type { KeyRequest } from '../platform/http/route.ts'

/** Of one key. */
export const mostRequests = 10_000
/** What is too much is deleted once in so many requests. */
const pruneEvery = 100n

export type LoggedRequest = KeyRequest & { answeredAtMs: number }

/** Saves requests, and now and then deletes what is older than the latest ones of their key. */
export const insertRequests = async (db: Db, requests: readonly LoggedRequest[]): Promise<void> => {
  const rows = await db
    .insertInto('apiRequestLog')
    .values(
      requests.map(({ apiKey, answeredAtMs, ...request }) => ({
        ...{ keyId: apiKey.id, merchantId: apiKey.merchantId, keyPrefix: apiKey.prefix },
        ...request,
        at: sql<Date>`app_now() - ${Date.now() - answeredAtMs} * interval '1 millisecond'`,
      })),
    )
    .returning(['id', 'keyId'])
    .execute()
  const due = rows.filter(({ id }) => id % pruneEvery === 0n).flatMap(({ keyId }) => keyId ?? [])
  for (const keyId of new Set(due)) await pruneKey(db, keyId)
}

const pruneKey = (db: Db, keyId: number) =>
  pruneInBatches(async (most) => {
    const { numAffectedRows = 0n } = await sql`
      delete from api_request_log where id in (
        select id from api_request_log where key_id = ${keyId} and id <= (
          select id from api_request_log where key_id = ${keyId} order by id desc offset ${mostRequests} limit 1
        ) order by id limit ${most}
      )`.execute(db)
    return Number(numAffectedRows)
  })

export const pruneRequests = (db: Db) =>
  pruneInBatches(async (most) => {
    const { numAffectedRows = 0n } = await sql`
      delete from api_request_log where at < app_now() - interval '30 days'
        and id in (select id from api_request_log order by id limit ${most})`.execute(db)
    return Number(numAffectedRows)
  })
