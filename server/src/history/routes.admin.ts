import * as calls from '@bitquay/contract/transactions.admin'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { cursorRefusal } from '../platform/http/short-list-route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { allTransactions, listAllTransactionDays } from './list.ts'
import { listStores } from './queries.admin.ts'

export const allTransactionRoutes = ({ db }: Deps): Route[] => [
  ...listRoutes(db, allTransactions, () => undefined),
  route(calls.listAllTransactionDays, ({ query }) => listAllTransactionDays(db, undefined, query)),
  route(calls.listStores, async ({ query: { search, cursor, limit }, nextCursor }) => {
    if (cursor && !(await isMerchant(db, Number(cursor)))) throw cursorRefusal()
    const found = await listStores(db, { search, cursor, limit: limit === undefined ? mostStores : limit + 1 })
    const stores = found.slice(0, limit ?? mostStores)
    nextCursor(found.length > stores.length ? stores.at(-1)?.merchantId.toString() : undefined)
    return stores
  }),
]

const mostStores = 100

const isMerchant = (db: Db, id: number) =>
  db.selectFrom('merchants').select('id').where('id', '=', id).executeTakeFirst()
