import { getKey as getKeyCall } from '@bitquay/contract/v1/key'
import { listRequests as listRequestsCall } from '@bitquay/contract/v1/requests'
import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import { route } from '../platform/http/route.ts'
import { listRequests } from './queries.requests.ts'
import { getKey } from './queries.ts'

export const requests = ({ db }: Deps) =>
  route(listRequestsCall, async ({ apiKey, query: { limit, cursor }, nextCursor }) => {
    const { rows, next } = await listRequests(db, apiKey.merchantId, { limit, cursor })
    nextCursor(next)
    return rows
  })

export const key = ({ db, config }: Deps) =>
  route(getKeyCall, async ({ apiKey }) => {
    const { id, name, prefix, ...shown } = await getKey(db, apiKey.merchantId, apiKey.id)
    const { storeName } = await getMerchant(db, apiKey.merchantId)
    return {
      id,
      name,
      prefix,
      mode: config.mode === 'live' ? ('live' as const) : ('test' as const),
      storeName,
      scopes: [...apiKey.scopes],
      allowedSources: shown.allowedSources,
      withdrawalAddresses: shown.withdrawalAddresses,
      dailyRefundLimitUsd: shown.dailyRefundLimitUsd,
      createdAt: shown.createdAt,
      expiresAt: shown.expiresAt,
    }
  })
