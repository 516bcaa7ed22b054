import * as calls from '@bitquay/contract/applications'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { approveApplication } from './approve-application.ts'
import { findApplication, listApplications } from './queries.ts'
import { changeApplication, rejectApplication } from './review-application.ts'

export const applicationRoutes = (deps: Deps): Route[] => {
  const get = async (id: number) => {
    const found = await findApplication(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    route(calls.listApplications, async ({ query: { limit, cursor, status, search }, nextCursor }) => {
      const { page, next } = await listApplications(deps.db, { limit, cursor, status, search })
      nextCursor(next)
      return page
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
