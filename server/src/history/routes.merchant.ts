import * as calls from '@bitquay/contract/transactions'
import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { sendPdf } from '../platform/http/pdf.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listDays, summarize } from '../transactions/index.ts'
import { transactionColumns } from './csv-export.ts'
import { listTransactions, searchWays, type TransactionQuery } from './queries.merchant.ts'
import { describeQuery, describeTotals, groupByDay, isByDate, statementColumns } from './statement.ts'

export const transactionRoutes = ({ db }: Deps): Route[] => [
  route(calls.listTransactions, async ({ person, query: { limit, cursor, ...query }, nextCursor }) => {
    const { transactions, next } = await listTransactions(db, person.merchantId, query, { limit, cursor })
    nextCursor(next)
    return transactions
  }),
  route(calls.exportTransactions, async ({ person, query, raw }) => {
    const rows = allRows(db, person.merchantId, query)
    sendCsv(raw.reply, { name: 'bitquay-transactions', columns: transactionColumns(query.tz), rows })
  }),
  route(calls.printTransactions, async ({ person: { merchantId }, query, raw }) => {
    const { search, sort: _, ...filter } = query
    const { rows, groups } = groupByDay(allRows(db, merchantId, query), query.tz, (row) => row)
    await sendPdf(raw.reply, {
      name: 'bitquay-transactions',
      title: 'Transactions',
      subtitle: [(await getMerchant(db, merchantId)).storeName, ...describeQuery(query)],
      columns: statementColumns(query),
      rows,
      groups: isByDate(query) ? groups : undefined,
      totals: describeTotals(await summarize(db, { merchantId }, filter, searchWays(merchantId, search))),
    })
  }),
  route(calls.summarizeTransactions, ({ person: { merchantId }, query: { search, ...filter } }) =>
    summarize(db, { merchantId }, filter, searchWays(merchantId, search)),
  ),
  route(calls.listTransactionDays, ({ person: { merchantId }, query: { search, ...filter } }) =>
    listDays(db, { merchantId }, filter, searchWays(merchantId, search)),
  ),
]

const allRows = (db: Db, merchantId: number, query: TransactionQuery) =>
  rowsOf(async (cursor) => {
    const page = { limit: exportBatch, cursor }
    const { transactions, next } = await listTransactions(db, merchantId, query, page, { withEnds: false })
    return { rows: transactions, next }
  })
