import { ApiError } from '../http/api-error.ts'
import type { Db } from './connect.ts'
import { inTransaction, type Tx } from './transaction.ts'

/**
 * A transaction that may be refused and still commit. What `work` throws is rolled back as usual. A refusal that it
 * returns is thrown after the commit, so that counted attempts and used-up codes stay.
 */
export const commitThenThrow = async <T>(
  db: Db,
  work: (tx: Tx) => Promise<T | ApiError>,
): Promise<Exclude<T, ApiError>> => {
  const outcome = await inTransaction(db, work)
  if (outcome instanceof ApiError) throw outcome
  return outcome as Exclude<T, ApiError>
}
