import { submitApplication as call } from '@bitquay/contract/applications'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { submitApplication } from './submit-application.ts'

export const applications = (deps: Deps) =>
  route(call, async ({ body, source }) => {
    await submitApplication(deps, { ...body, website: body.website || undefined }, source)
    return { message: 'Application submitted' }
  })
