import { deliveryList } from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import { serveList } from '../platform/lists/serve-list.ts'
import { presentDelivery } from './present-endpoint.ts'
import { type DeliveryRow, deliveryColumns, deliveryPlace } from './queries.ts'

/** The deliveries of an endpoint, by its ID. */
export const deliveries = serveList(deliveryList, {
  table: sql`webhook_deliveries d`,
  alias: 'd',
  scope: (endpointId: number) => sql`d.endpoint_id = ${endpointId}`,
  at: sql`d.created_at`,
  filters: { status: (status) => sql`d.status = ${status}`, type: (type) => sql`d.event_type = ${type}` },
  sorts: { attempt: { by: deliveryPlace }, date: { by: sql`d.created_at` } },
  read: async (db, found, order) => {
    const { rows } = await sql<DeliveryRow>`
      select ${deliveryColumns} from (${found}) found
        join webhook_deliveries d on d.id = found.id join api_events e on e.id = d.event_ref
      order by ${order}`.execute(db)
    return rows
  },
  show: presentDelivery,
  file: {},
})
