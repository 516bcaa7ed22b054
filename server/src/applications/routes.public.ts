import { submitApplication as call } from '@bitquay/contract/applications'
import * as requestCalls from '@bitquay/contract/applications.requests'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { answerInformationRequest, readInformationRequest } from './answer-information-request.ts'
import { submitApplication } from './submit-application.ts'

/** For applicants. The token in their link authorizes a correction. */
export const applications = (deps: Deps): Route[] => [
  route(call, async ({ body, source }) => {
    await submitApplication(deps, { ...body, website: body.website || undefined }, source)
    return { message: 'Application submitted' }
  }),
  route(requestCalls.viewInformationRequest, ({ body, source }) => readInformationRequest(deps, body.token, source)),
  route(requestCalls.answerInformationRequest, async ({ body, source }) => {
    await answerInformationRequest(deps, body.token, body.answers, source)
    return { message: 'Application updated' }
  }),
]
