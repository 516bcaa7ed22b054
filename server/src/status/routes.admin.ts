import * as calls from '@bitquay/contract/status'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { postIncident } from './post-incident.ts'
import { listIncidents } from './queries.incidents.ts'
import { resolveIncident } from './resolve-incident.ts'
import { updateIncident } from './update-incident.ts'

export const incidentRoutes = (deps: Deps): Route[] => [
  shortListRoute(calls.listIncidents, () => listIncidents(deps.db)),
  route(calls.postIncident, ({ person, body, source }) => postIncident(deps, person, body, source)),
  route(calls.updateIncident, ({ person, params, body, source }) =>
    updateIncident(deps, person, { ...params, ...body }, source),
  ),
  route(calls.resolveIncident, ({ person, params, body, source }) =>
    resolveIncident(deps, person, { ...params, ...body }, source),
  ),
]
