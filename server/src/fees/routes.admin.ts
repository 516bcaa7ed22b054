import * as calls from '@bitquay/contract/fees'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { cancelScheduledFees, scheduleFees } from './schedule-fees.ts'
import { listFeeSchedules } from './table.schedules.ts'

export const feeScheduleRoutes = (deps: Deps): Route[] => [
  shortListRoute(calls.listFeeSchedules, () => listFeeSchedules(deps.db)),
  route(calls.scheduleFees, ({ person, body, source }) => scheduleFees(deps, person, body, source)),
  route(calls.withdrawFees, async ({ person, params, body, source }) => {
    await cancelScheduledFees(deps, person, { id: params.id, twoFactorToken: body.twoFactorToken }, source)
    return { message: 'Fee change canceled' }
  }),
]
