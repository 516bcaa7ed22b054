import type { Answer } from '@bitquay/contract/call'
import type { listRequests as call } from '@bitquay/contract/v1/requests'
import type { Db } from '../platform/db/connect.ts'

type Page = { limit: number; cursor: string | undefined }
type Listed = { rows: Answer<typeof call>; next: string | undefined }

/** A merchant's latest requests, newest first. */
export const listRequests = async (db: Db, merchantId: number, { limit, cursor }: Page): Promise<Listed> => {
  const rows = await db
    .selectFrom('apiRequestLog')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .$if(cursor !== undefined, (select) => select.where('id', '<', BigInt(cursor ?? 0)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return {
    rows: shown.map(({ requestId, at, method, path, status, durationMs, keyPrefix }) => ({
      requestId,
      at: at.toISOString(),
      method,
      path,
      status,
      durationMs,
      keyPrefix,
    })),
    next: rows.length > limit ? String(shown.at(-1)?.id) : undefined,
  }
}
