import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { releaseWalletKeys } from '../stores/index.ts'
import { changeCanceled } from './facts.ts'
import { markOwnKeysCanceled } from './table.ts'

/** An owner or an admin of the store cancels a change that waits. It needs no code: it keeps everything as it is. */
export const cancelChange = ({ db, config }: Deps, person: MerchantPerson, source: Source): Promise<void> =>
  inTransaction(db, async (tx) => {
    const canceled = await markOwnKeysCanceled(tx, person.merchantId, person.email)
    if (!canceled) throw new ApiError('not-found')
    // No store has used them, so they may be connected again.
    await releaseWalletKeys(tx, person.merchantId)
    const about = { ...person, kind: canceled.kind, publicUrl: config.publicUrl }
    await announce(tx, changeCanceled, about, { actor: person, source })
  })
