import { listEvents as call } from '@bitquay/contract/webhooks'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { listEvents } from './queries.ts'
import { presentEvent } from './secrets.ts'

export const events = ({ db }: Deps) =>
  route(call, async ({ apiKey, query: { after, type, limit } }) =>
    (await listEvents(db, apiKey.merchantId, { after, type, limit })).map(presentEvent),
  )
