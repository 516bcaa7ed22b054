import { receiveHook as call } from '@bitquay/contract/stores'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { receiveHook } from './receive-hook.ts'

export const engineHookRoutes = (deps: Deps): Route[] => [
  route(call, async ({ params, body, raw }) => {
    const signature = raw.request.headers['btcpay-sig']
    await receiveHook(deps, params.storeId, body, typeof signature === 'string' ? signature : undefined)
    return {}
  }),
]
