import * as calls from '@bitquay/contract/v1/deposit-addresses'
import { nameOfKey } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { createDepositAddress } from './create-deposit-address.ts'
import { getDepositAddress, listDepositAddresses } from './queries.ts'

export const depositAddresses = (deps: Deps): Route[] => [
  keyedRoute(calls.createDepositAddress, ({ apiKey, body: { reference } }) =>
    createDepositAddress(deps, {
      merchantId: apiKey.merchantId,
      reference,
      createdBy: nameOfKey(apiKey),
      apiKeyId: apiKey.id,
    }),
  ),
  route(calls.listDepositAddresses, async ({ apiKey, query: { limit, cursor, ...filter }, nextCursor }) => {
    const { rows, next } = await listDepositAddresses(deps.db, apiKey.merchantId, filter, { limit, cursor })
    nextCursor(next)
    return rows
  }),
  route(calls.getDepositAddress, ({ apiKey, params }) => getDepositAddress(deps.db, apiKey.merchantId, params.id)),
]
