import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { KeyRequest } from '../platform/http/route.ts'

export const mostRequests = 1000
/** Old rows are deleted once in so many requests. */
const pruneEvery = 100n

/** Saves a request, and now and then deletes what is older than the latest thousand of its merchant. */
export const insertRequest = async (db: Db, request: KeyRequest): Promise<void> => {
  const { apiKey, method, path, status, durationMs, requestId } = request
  const { id } = await db
    .insertInto('apiRequestLog')
    .values({ merchantId: apiKey.merchantId, keyPrefix: apiKey.prefix, method, path, status, durationMs, requestId })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (id % pruneEvery === 0n) await pruneMerchant(db, apiKey.merchantId)
}

const pruneMerchant = (db: Db, merchantId: number) =>
  sql`
    delete from api_request_log where merchant_id = ${merchantId} and id <= (
      select id from api_request_log where merchant_id = ${merchantId} order by id desc offset ${mostRequests} limit 1
    )`.execute(db)

export const pruneRequests = (db: Db) =>
  sql`delete from api_request_log where at < app_now() - interval '7 days'`.execute(db)
