import * as calls from '@bitquay/contract/fee-collection'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { extendFees, forgiveInvoice, setPauseRules, writeOffInvoice } from './decide-fees.ts'
import { listFeesOwed } from './queries.fee-invoices.ts'

export const feesOwedRoutes = (deps: Deps): Route[] => {
  const get = async (id: number) => {
    const [found] = await listFeesOwed(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    shortListRoute(calls.listFeesOwed, () => listFeesOwed(deps.db)),
    route(calls.extendFeesOwed, async ({ person, params, body, source }) => {
      await extendFees(deps, person, params.id, body, source)
      return get(params.id)
    }),
    route(calls.changeFeesPause, async ({ person, params, body, source }) => {
      await setPauseRules(deps, person, params.id, body, source)
      return get(params.id)
    }),
    route(calls.forgiveFeesOwed, async ({ person, params, body, source }) => {
      await forgiveInvoice(deps, person, params.id, body, source)
      return get(params.id)
    }),
    route(calls.writeOffFeesOwed, async ({ person, params, body, source }) => {
      await writeOffInvoice(deps, person, params.id, body, source)
      return get(params.id)
    }),
  ]
}
