import type { Deps } from '../deps.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { withdrawalsOf } from './list.ts'

/** The list of withdrawals on the screen, in files and as totals. */
export const withdrawalListRoutes = ({ db }: Deps) => listRoutes(db, withdrawalsOf, ({ person }) => person.merchantId)
