import * as calls from '@bitquay/contract/revenue'
import type { Deps } from '../deps.ts'
import { sendCsv } from '../platform/http/csv.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readFees, revenueColumns, withTotal } from './csv-export.ts'
import { readRevenue } from './queries.ts'

export const revenueRoutes = ({ db }: Deps): Route[] => [
  route(calls.getRevenue, ({ query }) => readRevenue(db, query)),
  route(calls.exportRevenue, async ({ query, raw }) => {
    const rows = withTotal(readFees(db, query))
    const days = query.from === undefined ? query.range.toLowerCase() : `${query.from}-to-${query.to}`
    sendCsv(raw.reply, { name: `bitquay-revenue-${days}`, columns: revenueColumns, rows })
  }),
]
