import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { lockIncident } from './table.incidents.ts'

/** Locks an incident that is still open. */
export const requireOpenIncident = async (tx: Tx, id: number): Promise<void> => {
  const found = await lockIncident(tx, id)
  if (!found) throw new ApiError('not-found')
  if (found.state === 'resolved') throw new ApiError('incident-resolved')
}
