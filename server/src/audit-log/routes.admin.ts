import * as calls from '@bitquay/contract/act-log'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listActivity, listActivityNames } from './queries.ts'

export const auditLogRoutes = ({ db }: Deps): Route[] => [
  route(calls.listActs, async ({ query: { limit, cursor, ...filter }, nextCursor }) => {
    const { acts, next } = await listActivity(db, filter, { limit, cursor })
    nextCursor(next)
    return acts
  }),
  route(calls.listActNames, () => listActivityNames(db)),
]
