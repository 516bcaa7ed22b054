import * as calls from '@bitquay/contract/transactions.admin'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { sendPdf } from '../platform/http/pdf.ts'
import { type Route, route } from '../platform/http/route.ts'
import { cursorRefusal } from '../platform/http/short-list-route.ts'
import { adminTransactionColumns, withTotals } from './csv-export.ts'
import {
  type AdminTransactionQuery,
  listAllTransactions,
  listStores,
  summarizeAllTransactions,
} from './queries.admin.ts'
import { adminStatementColumns, describeQuery, describeTotals, groupByDay, isByDate, toDayRow } from './statement.ts'

export const allTransactionRoutes = ({ db }: Deps): Route[] => [
  route(calls.listAllTransactions, async ({ query: { limit, cursor, ...query }, nextCursor }) => {
    const { rows, next } = await listAllTransactions(db, query, { limit, cursor })
    nextCursor(next)
    return rows
  }),
  route(calls.exportAllTransactions, async ({ query, raw }) => {
    const rows = withTotals(allRows(db, query))
    sendCsv(raw.reply, { name: 'bitquay-transactions', columns: adminTransactionColumns(query.tz), rows })
  }),
  route(calls.printAllTransactions, async ({ query, raw }) => {
    const { sort: _, ...filter } = query
    const { rows, groups } = groupByDay(allRows(db, query), query.tz, toDayRow)
    await sendPdf(raw.reply, {
      name: 'bitquay-transactions',
      title: 'All transactions',
      subtitle: describeQuery(query),
      columns: adminStatementColumns(query),
      rows,
      groups: isByDate(query) ? groups : undefined,
      totals: describeTotals(await summarizeAllTransactions(db, filter)),
    })
  }),
  route(calls.summarizeAllTransactions, ({ query }) => summarizeAllTransactions(db, query)),
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

const allRows = (db: Db, query: AdminTransactionQuery) =>
  rowsOf((cursor) => listAllTransactions(db, query, { limit: exportBatch, cursor }))
