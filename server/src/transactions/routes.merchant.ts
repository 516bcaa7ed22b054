import * as calls from '@bitquay/contract/transactions'
import type { Deps } from '../deps.ts'
import { rowsOf, sendCsv } from '../platform/http/csv.ts'
import { type Route, route } from '../platform/http/route.ts'
import { adminTransactionColumns } from './csv-export.ts'
import { countTransactions, listTransactions, readWeek } from './queries.history.ts'

const batch = 1000

export const transactionRoutes = ({ db }: Deps): Route[] => [
  route(calls.listTransactions, async ({ person, query: { limit, cursor, ...filter }, nextCursor }) => {
    const { transactions, next } = await listTransactions(db, person.merchantId, filter, { limit, cursor })
    nextCursor(next)
    return transactions
  }),
  route(calls.exportTransactions, async ({ person, query: filter, raw }) => {
    const rows = rowsOf(async (cursor) => {
      const page = await listTransactions(db, person.merchantId, filter, { limit: batch, cursor })
      return { rows: page.transactions, next: page.next }
    })
    sendCsv(raw.reply, { name: 'bitquay-transactions', columns: adminTransactionColumns, rows })
  }),
  route(calls.countTransactions, ({ person, query }) => countTransactions(db, person.merchantId, query)),
  route(calls.getWeek, ({ person }) => readWeek(db, person.merchantId)),
]
