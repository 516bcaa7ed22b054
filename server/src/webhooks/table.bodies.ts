import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** What was sent and answered is kept for this many attempts of an endpoint, and up to this size for a merchant. */
export const mostBodies = 100
export const mostMegabytes = 50
/** As many as 20 endpoints may have. */
const mostOfMerchant = 20 * mostBodies

type SavedAttempt = { id: bigint; at: Date; endpointId: number; merchantId: number; bytes: number }

/**
 * Notes that an attempt has its bodies, and deletes the oldest ones that are now too many. Their attempts stay. Endpoints
 * that were removed count too, but not as more than a merchant may have.
 */
export const keepBodies = async (tx: Tx, { id, at, endpointId, merchantId, bytes }: SavedAttempt) => {
  await tx.insertInto('webhookBodies').values({ attemptId: id, at, endpointId, merchantId, bytes }).execute()
  await sql`
    with surplus as (
      select k.endpoint_id, k.attempt_id from (
        select b.endpoint_id, b.attempt_id,
          row_number() over (partition by b.endpoint_id order by b.attempt_id desc) as number,
          row_number() over (order by b.attempt_id desc) as number_of_all,
          sum(b.bytes) over (order by b.attempt_id desc) as total
        from webhook_bodies b where b.merchant_id = ${merchantId}
      ) k where k.number > ${mostBodies} or k.number_of_all > ${mostOfMerchant}
        or k.total > ${mostMegabytes * 1_000_000}
    ), locked as (
      select b.endpoint_id, b.attempt_id, b.at from webhook_bodies b join surplus using (endpoint_id, attempt_id)
      for update of b skip locked
    ), forgotten as (
      delete from webhook_bodies b using locked l where b.endpoint_id = l.endpoint_id and b.attempt_id = l.attempt_id
    )
    update webhook_attempts a set request_headers = '{}', request_body = '', answer_headers = null, answer_body = null
    from locked l where a.id = l.attempt_id and a.at = l.at`.execute(tx)
}
