import * as calls from '@bitquay/contract/restores'
import { listSuspended } from '../api-keys/index.ts'
import type { Deps } from '../deps.ts'
import { findOpenRestore } from '../platform/db/restore-row.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { confirmPeople } from './confirm-people.ts'
import { decideKey } from './decide-key.ts'
import { finishRestore } from './finish-restore.ts'
import { listRestoredPeople, readRestore } from './queries.ts'

export const restoreRoutes = (deps: Deps): Route[] => [
  route(calls.getRestore, async ({ person }) => ({ restore: await readRestore(deps.db, person) })),
  shortListRoute(calls.listRestoredPeople, () => listRestoredPeople(deps.db)),
  route(calls.confirmPeople, async ({ person, body, source }) => {
    const { ids, twoFactorToken } = body
    await confirmPeople(deps, person, { ids, twoFactorToken }, source)
    return { message: ids.length === 1 ? 'Confirmed. We emailed a link.' : 'Confirmed. We emailed each a link.' }
  }),
  shortListRoute(calls.listRestoredKeys, async () => {
    const restore = await findOpenRestore(deps.db)
    return restore ? listSuspended(deps.db, restore.id) : []
  }),
  route(calls.decideRestoredKey, async ({ person, params, body, source }) => {
    await decideKey(deps, person, { keyId: params.id, decision: body.decision }, source)
    return { message: 'Saved' }
  }),
  route(calls.finishRestore, async ({ person, body, source }) => {
    await finishRestore(deps, person, body.twoFactorToken, source)
    return { message: 'Payouts are on again.' }
  }),
]
