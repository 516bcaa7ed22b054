import * as calls from '@bitquay/contract/act-log'
import type { Deps } from '../deps.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { type Route, route } from '../platform/http/route.ts'
import { activityColumns } from './csv-export.ts'
import { type ActivityFilter, listActivity } from './queries.ts'

/** Admins and customers are left out: their addresses are not the merchant's business. */
const ownActors = ['merchant', 'merchant-user', 'api-key', 'till-device'] as const

export const activityRoutes = ({ db }: Deps): Route[] => {
  const ofStore = (merchantId: number, filter: ActivityFilter): ActivityFilter => ({
    ...filter,
    merchantId,
    actorKinds: ownActors,
  })
  return [
    route(calls.listStoreActivity, async ({ person, query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await listActivity(db, ofStore(person.merchantId, filter), { limit, cursor })
      nextCursor(next)
      return rows
    }),
    route(calls.exportStoreActivity, async ({ person, query, raw }) => {
      const filter = ofStore(person.merchantId, query)
      const rows = rowsOf((cursor) => listActivity(db, filter, { limit: exportBatch, cursor }))
      sendCsv(raw.reply, { name: 'bitquay-activity', columns: activityColumns(filter.tz), rows })
    }),
  ]
}
