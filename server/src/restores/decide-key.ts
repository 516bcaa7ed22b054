import { decideSuspended, type KeyDecision } from '../api-keys/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { restoreKeyDecided } from './facts.ts'
import { requireReview } from './require-reviewer.ts'

/** A key works again at once, but moves no money before payouts resume. Until then the decision can be changed. */
export const decideKey = (
  { db }: Deps,
  admin: Admin,
  { keyId, decision }: { keyId: number; decision: KeyDecision | null },
  source: Source,
) =>
  inTransaction(db, async (tx) => {
    const { id } = await requireReview(tx, admin)
    if (!(await decideSuspended(tx, id, keyId, decision))) throw new ApiError('not-found')
    const detail = { decision }
    await announce(tx, restoreKeyDecided, { id: keyId, detail }, { actor: admin, source })
  })
