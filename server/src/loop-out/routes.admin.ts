import * as calls from '@bitquay/contract/loop-out'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { completeLoopOut, rejectLoopOut } from './decide-loop-out.ts'
import { executeLoopOut } from './execute-loop-out.ts'
import { requests } from './list.ts'
import { countLoopOuts, findLoopOutView, listLoopOuts, listPendingLoopOuts } from './queries.ts'
import { resolveLoopOut } from './resolve-loop-out.ts'

export const loopOutAdminRoutes = (deps: Deps): Route[] => {
  const get = async (id: number) => {
    const found = await findLoopOutView(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    shortListRoute(calls.listLoopOuts, () => listLoopOuts(deps.db)),
    ...listRoutes(deps.db, requests, () => undefined),
    route(calls.getLoopOut, ({ params }) => get(params.id)),
    route(calls.countLoopOuts, () => countLoopOuts(deps.db)),
    shortListRoute(calls.listPendingLoopOuts, () => listPendingLoopOuts(deps.db)),
    route(calls.completeLoopOut, async ({ person, body, source }) => {
      await completeLoopOut(deps, person, body, source)
      return get(body.requestId)
    }),
    route(calls.executeLoopOut, async ({ person, body, source }) => {
      await executeLoopOut(deps, person, body, source)
      return get(body.requestId)
    }),
    route(calls.resolveLoopOut, async ({ person, body, source }) => {
      await resolveLoopOut(deps, person, body, source)
      return get(body.requestId)
    }),
    route(calls.rejectLoopOut, async ({ person, body, source }) => {
      await rejectLoopOut(deps, person, body, source)
      return get(body.requestId)
    }),
  ]
}
