import * as calls from '@bitquay/contract/mail'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { emails, findEmail } from './list.ts'
import { showRecipient } from './show-recipient.ts'

/** The outbox. Sending again and discarding are calls of the system page. */
export const mailRoutes = (deps: Deps): Route[] => [
  ...listRoutes(deps.db, emails, () => undefined),
  route(calls.getEmail, async ({ params }) => {
    const found = await findEmail(deps.db, params.id)
    if (!found) throw new ApiError('not-found')
    return found
  }),
  route(calls.showRecipient, async ({ params, person, source }) => ({
    recipient: await showRecipient(deps, person, params.id, source),
  })),
]
