import * as calls from '@bitquay/contract/account-care'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readStopLink, stopByLink } from './stop-change.ts'

/** For people who got an email about a change. The token in their link authorizes them to stop it. */
export const accountChangeRoutes = (deps: Deps): Route[] => [
  route(calls.viewStopLink, ({ body, source }) => readStopLink(deps, body.token, source)),
  route(calls.stopByLink, async ({ body, source }) => {
    await stopByLink(deps, body.token, source)
    return { message: 'The change was stopped.' }
  }),
]
