import type { ApiKeyView } from '@bitquay/contract/api-keys'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyChanged, whoOf } from './facts.ts'
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
    const refusal = await requireManagerCode(tx, deps, person, twoFactorToken, source, 'an API key can start refunds')
    if (refusal) return refusal
    const before = await setRefundLimit(tx, person.merchantId, id, dailyRefundLimitUsd)
    if (!before) throw new ApiError('not-found')
    const changed = await getKey(tx, person.merchantId, id)
    const [beforeUsd, afterUsd] = [before.dailyRefundLimitUsd, changed.dailyRefundLimitUsd]
    const detail = { dailyRefundLimitUsd: afterUsd, before: beforeUsd }
    const about = { ...changed, ...whoOf(deps, person, source), beforeUsd, afterUsd, detail }
    await announce(tx, apiKeyChanged, about, { actor: person, source })
    return changed
  })
