import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyChangedEmail, notifyManagers } from './emails.ts'
import { getKey } from './queries.ts'
import { requireManagerCode } from './require-manager-code.ts'
import { setRefundLimit } from './table.ts'

type Form = { dailyRefundLimitUsd: string; twoFactorToken: string | undefined }

/** Sets how much a key may refund in a day. */
export const changeApiKey = (
  deps: Deps,
  person: MerchantPerson,
  id: number,
  { dailyRefundLimitUsd, twoFactorToken }: Form,
  source: Source,
): Promise<ApiKeyView> =>
  commitThenThrow(deps.db, async (tx) => {
    const refusal = await requireManagerCode(tx, deps, person, twoFactorToken, source)
    if (refusal) return refusal
    const before = await setRefundLimit(tx, person.merchantId, id, dailyRefundLimitUsd)
    if (!before) throw new ApiError('not-found')
    const changed = await getKey(tx, person.merchantId, id)
    const { name, prefix } = changed
    await recordActivity(tx, {
      act: 'api-key-changed',
      actor: person,
      source,
      subject: { kind: 'api-key', id },
      detail: { name, prefix, dailyRefundLimitUsd: changed.dailyRefundLimitUsd, before: before.dailyRefundLimitUsd },
    })
    const about = { name, prefix, by: person.email, address: source.address, at: tx.now }
    await notifyManagers(
      tx,
      person,
      apiKeyChangedEmail(deps.config.publicUrl, {
        ...about,
        storeName: person.storeName,
        beforeUsd: before.dailyRefundLimitUsd,
        afterUsd: changed.dailyRefundLimitUsd,
      }),
    )
    await emitChange(tx, `merchant:${person.merchantId}`, 'api-keys')
    return changed
  })
