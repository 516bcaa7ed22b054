import { getFirstSteps } from '@bitquay/contract/dashboard'
import * as calls from '@bitquay/contract/operations'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { cancelStuckSend, resolveSend } from '../sends/index.ts'
import { acknowledgeFinding, reopenFinding } from './acknowledge-finding.ts'
import { checkNow } from './check-now.ts'
import { pauseWithdrawals } from './pause-withdrawals.ts'
import { readSystem } from './queries.system.ts'
import { readFirstSteps } from './read-first-steps.ts'
import { discardFailedEmail, retryStuck } from './retry-stuck.ts'
import { auditNow } from './run-audit.ts'

export const systemRoutes = (deps: Deps): Route[] => [
  route(calls.getSystem, () => readSystem(deps)),
  route(getFirstSteps, ({ person }) => readFirstSteps(deps, person.id)),
  route(calls.pauseWithdrawals, async ({ person, body, source }) => {
    await pauseWithdrawals(deps, person, { paused: body.paused, twoFactorToken: body.twoFactorToken }, source)
    return { paused: body.paused }
  }),
  route(calls.checkNow, async () => {
    await checkNow(deps)
    return { message: 'Everything was checked' }
  }),
  route(calls.runAudit, ({ person, source }) => auditNow(deps, person, source)),
  route(calls.acknowledgeFinding, async ({ person, body, source }) => {
    await acknowledgeFinding(deps, person, { ...body, twoFactorToken: body.twoFactorToken }, source)
    return { message: 'The finding was acknowledged' }
  }),
  route(calls.reopenFinding, async ({ person, body, source }) => {
    await reopenFinding(deps, person, body, source)
    return { message: 'The finding is open again' }
  }),
  route(calls.retryMail, async ({ person, params, source }) => {
    await retryStuck.email(deps, params.id, { admin: person, source })
    return { message: 'The email will be sent again' }
  }),
  route(calls.dismissMail, async ({ person, params, source }) => {
    await discardFailedEmail(deps, params.id, { admin: person, source })
    return { message: 'The email was discarded' }
  }),
  route(calls.retrySend, async ({ person, params, source }) => {
    await retryStuck.send(deps, params.id, { admin: person, source })
    return { message: 'The payout will be retried' }
  }),
  route(calls.cancelStuckSend, async ({ person, params, body, source }) => {
    await cancelStuckSend(deps, person, { id: params.id, twoFactorToken: body.twoFactorToken }, source)
    return { message: 'The payout was canceled' }
  }),
  route(calls.resolveSend, async ({ person, params, body, source }) => {
    await resolveSend(deps, person, { id: params.id, ...body }, source)
    return { message: 'The payout was resolved' }
  }),
  route(calls.readStoreNow, async ({ person, params, source }) => {
    await retryStuck.store(deps, params.id, { admin: person, source })
    return { message: 'The store will sync now' }
  }),
]
