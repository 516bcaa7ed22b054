import type { Deps } from '../deps.ts'
import { announce, type By } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { cancelSend } from './end-send.ts'
import { signingCanceled } from './facts.ts'
import { findSigningRequest } from './queries.signing.ts'

/** Cancels what waits for a signature. Its PSBT can still be signed and broadcast, so its inputs are watched for good. */
export const cancelSigning = async (deps: Deps, merchantId: number, id: number, by: By): Promise<void> => {
  if (!(await findSigningRequest(deps.db, merchantId, id))) throw new ApiError('not-found')
  await inTransaction(deps.db, async (tx) => {
    await cancelSend(tx, deps, id)
    await announce(tx, signingCanceled, { id, merchantId, partnerId: null }, by)
  })
}
