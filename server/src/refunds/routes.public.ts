import { claimRefund as claimCall, viewRefund } from '@bitquay/contract/refunds'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { claimRefund } from './claim-refund.ts'
import { readClaim } from './queries.ts'

/** For customers who get a refund. The token in their link authorizes them. */
export const refundClaimRoutes = (deps: Deps): Route[] => {
  const getClaim = async (token: string) => {
    const found = await readClaim(deps.db, token)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    route(viewRefund, ({ body }) => getClaim(body.token)),
    route(claimCall, async ({ body, source }) => {
      await claimRefund(deps, body.token, body.address, source)
      return getClaim(body.token)
    }),
  ]
}
