import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyConfirmedEmail, notifyManagers } from './emails.ts'
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
    const { name, prefix } = confirmed
    await recordActivity(tx, {
      act: 'api-key-confirmed',
      actor: owner,
      source,
      subject: { kind: 'api-key', id },
      detail: { name, prefix },
    })
    const about = { name, prefix, by: owner.email, address: source.address, at: tx.now, storeName: owner.storeName }
    await notifyManagers(tx, owner, apiKeyConfirmedEmail(deps.config.publicUrl, about))
    await emitChange(tx, `merchant:${owner.merchantId}`, 'api-keys')
    return confirmed
  })
