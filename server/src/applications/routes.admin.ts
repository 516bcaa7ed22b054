import * as requestCalls from '@bitquay/contract/application-requests'
import * as calls from '@bitquay/contract/applications'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { type Route, route } from '../platform/http/route.ts'
import { approveApplication } from './approve-application.ts'
import { cancelInformationRequest } from './cancel-information-request.ts'
import { applicationColumns } from './csv-export.ts'
import { findApplicationDetails } from './queries.requests.ts'
import { findApplication, listApplications, summarizeApplications } from './queries.ts'
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
    route(calls.listApplications, async ({ query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await listApplications(deps.db, filter, { limit, cursor })
      nextCursor(next)
      return rows
    }),
    route(calls.exportApplications, async ({ query: filter, raw }) => {
      const rows = rowsOf((cursor) => listApplications(deps.db, filter, { limit: exportBatch, cursor }))
      sendCsv(raw.reply, { name: 'bitquay-applications', columns: applicationColumns(filter.tz), rows })
    }),
    route(calls.summarizeApplications, ({ query }) => summarizeApplications(deps.db, query)),
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
