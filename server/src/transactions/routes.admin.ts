import * as calls from '@bitquay/contract/admin-transactions'
import type { Deps } from '../deps.ts'
import { rowsOf, sendCsv } from '../platform/http/csv.ts'
import { type Route, route } from '../platform/http/route.ts'
import { transactionColumns, withTotals } from './csv-export.ts'
import { listAllTransactions, listStores } from './queries.admin.ts'

const batch = 1000

export const allTransactionRoutes = ({ db }: Deps): Route[] => [
  route(calls.listAllTransactions, async ({ query: { limit, cursor, ...filter }, nextCursor }) => {
    const { rows, next } = await listAllTransactions(db, filter, { limit, cursor })
    nextCursor(next)
    return rows
  }),
  route(calls.exportAllTransactions, async ({ query: filter, raw }) => {
    const rows = rowsOf((cursor) => listAllTransactions(db, filter, { limit: batch, cursor }))
    sendCsv(raw.reply, { name: 'bitquay-transactions', columns: transactionColumns, rows: withTotals(rows) })
  }),
  route(calls.listStores, ({ query }) => listStores(db, query.search)),
]
