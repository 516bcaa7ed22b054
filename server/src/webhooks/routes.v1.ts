import { listEvents as call } from '@bitquay/contract/webhooks'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { listEvents } from './list-events.ts'
import { presentEvent } from './write-delivery.ts'

export const events = ({ db }: Deps) =>
  route(call, async ({ apiKey, query: { after, type, limit } }) =>
    (await listEvents(db, apiKey.merchantId, { after, type, limit })).map(presentEvent),
  )
