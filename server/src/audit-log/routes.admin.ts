import * as calls from '@bitquay/contract/act-log'
import type { Deps } from '../deps.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { type Route, route } from '../platform/http/route.ts'
import { activityColumns } from './csv-export.ts'
import { listActivity, listActivityNames } from './queries.ts'

export const auditLogRoutes = ({ db }: Deps): Route[] => [
  route(calls.listActs, async ({ query: { limit, cursor, ...filter }, nextCursor }) => {
    const { rows, next } = await listActivity(db, filter, { limit, cursor })
    nextCursor(next)
    return rows
  }),
  route(calls.exportActs, async ({ query: filter, raw }) => {
    const rows = rowsOf((cursor) => listActivity(db, filter, { limit: exportBatch, cursor }))
    sendCsv(raw.reply, { name: 'bitquay-audit-log', columns: activityColumns(filter.tz), rows })
  }),
  route(calls.listActNames, () => listActivityNames(db)),
]
