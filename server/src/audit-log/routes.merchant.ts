import type { Deps } from '../deps.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { storeActivity } from './list.ts'

export const activityRoutes = ({ db }: Deps) => listRoutes(db, storeActivity, ({ person }) => person.merchantId)
