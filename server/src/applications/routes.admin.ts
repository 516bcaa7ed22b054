import * as calls from '@bitquay/contract/applications.admin'
import * as requestCalls from '@bitquay/contract/applications.requests'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { approveApplication } from './approve-application.ts'
import { cancelInformationRequest } from './cancel-information-request.ts'
import { applications } from './list.ts'
import { findApplicationDetails } from './queries.requests.ts'
import { findApplication } from './queries.ts'
import { requestInformation } from './request-information.ts'
import { changeApplication, rejectApplication } from './review-application.ts'

export const applicationRoutes = (deps: Deps): Route[] => {
  const get = async (id: number) => {
    const found = await findApplication(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  const getDetails = async (id: number) => {
    const found = await findApplicationDetails(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    ...listRoutes(deps.db, applications, () => undefined),
    route(requestCalls.getApplication, ({ params }) => getDetails(params.id)),
    route(requestCalls.requestInformation, async ({ params, body, person, source }) => {
      await requestInformation(deps, person, params.id, { ...body, replaces: body.replaces }, source)
      return getDetails(params.id)
    }),
    route(requestCalls.cancelInformationRequest, async ({ params, person, source }) => {
      await cancelInformationRequest(deps, person, params.id, source)
      return getDetails(params.id)
    }),
    route(calls.reviewApplication, async ({ params, body, person, source }) => {
      const { status, reviewNotes, markupFeePercent, twoFactorToken } = body
      await get(params.id)
      await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: status === 'approved' })
      if (status === 'approved') {
        await approveApplication(deps, person, params.id, { reviewNotes, markupFeePercent }, source)
      } else {
        await rejectApplication(deps, person, params.id, reviewNotes, source)
      }
      return get(params.id)
    }),
    route(calls.changeApplication, async ({ params, body, person, source }) => {
      const extras = Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]),
      )
      await changeApplication(deps, person, params.id, extras, source)
      return get(params.id)
    }),
  ]
}
