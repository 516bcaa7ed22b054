import { listStoreActivity } from '@bitquay/contract/act-log'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { listActivity } from './queries.ts'

/** Admins and customers are left out: their addresses are not the merchant's business. */
const ownActors = ['merchant', 'merchant-user', 'api-key'] as const

export const activityRoute = ({ db }: Deps) =>
  route(listStoreActivity, async ({ person, query: { limit, cursor }, nextCursor }) => {
    const { acts, next } = await listActivity(
      db,
      { merchantId: person.merchantId, actorKinds: ownActors },
      { limit, cursor },
    )
    nextCursor(next)
    return acts
  })
