import * as calls from '@bitquay/contract/withdrawals'
import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { sendPdf } from '../platform/http/pdf.ts'
import { type Route, route } from '../platform/http/route.ts'
import { withdrawalColumns } from './csv-export.ts'
import { listWithdrawals, type WithdrawalQuery } from './queries.ts'
import { describeQuery, describeTotals, groupWithdrawals, statementColumns } from './statement.ts'
import { summarizeWithdrawals } from './summarize-withdrawals.ts'

/** The list of withdrawals on the screen, in files and as totals. */
export const withdrawalListRoutes = (deps: Deps): Route[] => {
  const listAll = (merchantId: number, query: WithdrawalQuery) =>
    rowsOf((cursor) => listWithdrawals(deps.db, merchantId, query, { limit: exportBatch, cursor }))
  return [
    route(calls.listWithdrawals, async ({ person, query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await listWithdrawals(deps.db, person.merchantId, filter, { limit, cursor })
      nextCursor(next)
      return rows
    }),
    route(calls.exportWithdrawals, async ({ person, query, raw }) => {
      const rows = listAll(person.merchantId, query)
      sendCsv(raw.reply, { name: 'bitquay-withdrawals', columns: withdrawalColumns(query.tz), rows })
    }),
    route(calls.printWithdrawals, async ({ person: { merchantId }, query, raw }) => {
      const { sort: _sort, ...filter } = query
      const { storeName } = await getMerchant(deps.db, merchantId)
      await sendPdf(raw.reply, {
        name: 'bitquay-withdrawals',
        title: 'Withdrawals',
        subtitle: [storeName, ...describeQuery(query)],
        columns: statementColumns(query),
        ...groupWithdrawals(listAll(merchantId, query), query),
        totals: describeTotals(await summarizeWithdrawals(deps.db, merchantId, filter)),
      })
    }),
    route(calls.summarizeWithdrawals, ({ person, query }) => summarizeWithdrawals(deps.db, person.merchantId, query)),
  ]
}
