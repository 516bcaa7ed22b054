import * as calls from '@bitquay/contract/loop-out'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { findLoopOutView, listLoopOutsOf, ofMerchant } from './queries.ts'
import { requestLoopOut } from './request-loop-out.ts'

export const loopOutRoutes = (deps: Deps): Route[] => [
  route(calls.requestLoopOut, async ({ person, source }) => {
    const { id } = await requestLoopOut(deps, person, source)
    const created = await findLoopOutView(deps.db, id)
    if (!created) throw new Error(`loop-out ${id} is gone`)
    return ofMerchant(created)
  }),
  route(calls.listOwnLoopOuts, ({ person }) => listLoopOutsOf(deps.db, person.merchantId)),
]
