import { lockOpenRestore } from '../platform/db/restore-row.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'

/** Locks the open restore. Only the admin who signed in with its code decides. Undefined: none is open. */
export const lockAsReviewer = async (tx: Tx, admin: Admin) => {
  const restore = await lockOpenRestore(tx)
  if (restore && restore.reviewerId !== admin.id) throw new ApiError('not-reviewer')
  return restore
}

export const requireReview = async (tx: Tx, admin: Admin) => {
  const restore = await lockAsReviewer(tx, admin)
  if (!restore) throw new ApiError('not-found', { message: 'No restore is under review.' })
  return restore
}
