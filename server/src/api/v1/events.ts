import { listEvents as call } from '@bitquay/contract/webhooks'
import type { Deps } from '../../deps.ts'
import { presentEvent } from '../../flows/webhooks/write-delivery.ts'
import { listEvents } from '../../modules/webhooks/list-events.ts'
import { route } from '../../platform/http/route.ts'

export const events = ({ db }: Deps) =>
  route(call, async ({ apiKey, query: { after, type, limit } }) =>
    (await listEvents(db, apiKey.merchantId, { after, type, limit })).map(presentEvent),
  )
