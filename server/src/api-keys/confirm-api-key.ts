import type { ApiKeyView } from '@bitquay/contract/api-keys'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyConfirmed, whoOf } from './facts.ts'
import { getKey } from './queries.ts'
import { requireManagerCode } from './require-manager-code.ts'
import { markConfirmed } from './table.ts'

/** The owner lets a key move money again whose creator left the team or is no longer an admin. */
export const confirmApiKey = (
  deps: Deps,
  owner: MerchantPerson,
  id: number,
  code: string,
  source: Source,
): Promise<ApiKeyView> =>
  commitThenThrow(deps.db, async (tx) => {
    const refusal = await requireManagerCode(tx, deps, owner, code, source)
    if (refusal) return refusal
    if (!(await markConfirmed(tx, owner.merchantId, id, owner.email))) throw new ApiError('not-found')
    const confirmed = await getKey(tx, owner.merchantId, id)
    const about = { ...confirmed, ...whoOf(deps, owner, source) }
    await announce(tx, apiKeyConfirmed, about, { actor: owner, source })
    return confirmed
  })
