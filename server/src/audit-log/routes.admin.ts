import { listActNames } from '@bitquay/contract/audit-log'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { auditLog } from './list.ts'
import { listActivityNames } from './queries.ts'

export const auditLogRoutes = ({ db }: Deps): Route[] => [
  ...listRoutes(db, auditLog, () => undefined),
  route(listActNames, () => listActivityNames(db)),
]
