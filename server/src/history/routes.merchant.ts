import * as calls from '@bitquay/contract/transactions'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { listTransactionDays, transactions } from './list.ts'

export const transactionRoutes = ({ db }: Deps): Route[] => [
  ...listRoutes(db, transactions, ({ person }) => person.merchantId),
  route(calls.listTransactionDays, ({ person, query }) => listTransactionDays(db, person.merchantId, query)),
]
