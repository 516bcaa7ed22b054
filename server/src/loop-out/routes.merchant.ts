import * as calls from '@bitquay/contract/loop-out'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { cancelLoopOut } from './cancel-loop-out.ts'
import { findLoopOutView, listLoopOutsOf, ofMerchant } from './queries.ts'
import { quoteLoopOut } from './quote-loop-out.ts'
import { requestLoopOut } from './request-loop-out.ts'

export const loopOutRoutes = (deps: Deps): Route[] => {
  const show = async (id: number) => {
    const found = await findLoopOutView(deps.db, id)
    if (!found) throw new Error(`loop-out ${id} is gone`)
    return ofMerchant(found)
  }
  return [
    route(calls.requestLoopOut, async ({ person, source }) => show((await requestLoopOut(deps, person, source)).id)),
    route(calls.quoteLoopOut, ({ person }) => quoteLoopOut(deps, person.merchantId)),
    route(calls.cancelLoopOut, async ({ person, body, source }) => {
      await cancelLoopOut(deps, person, body.requestId, source)
      return show(body.requestId)
    }),
    shortListRoute(calls.listOwnLoopOuts, ({ person }) => listLoopOutsOf(deps.db, person.merchantId)),
  ]
}
