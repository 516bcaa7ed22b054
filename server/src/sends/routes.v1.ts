import * as calls from '@bitquay/contract/v1/signing'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listSigningRequests } from './queries.signing.ts'
import { getSigningRequest } from './routes.merchant.ts'
import { submitSignature } from './submit-signature.ts'

export const signing = (deps: Deps): Route[] => [
  route(calls.listSigningRequests, ({ apiKey, query }) => listSigningRequests(deps.db, apiKey.merchantId, query.limit)),
  route(calls.getSigningRequest, ({ apiKey, params }) => getSigningRequest(deps, apiKey.merchantId, params.id)),
  route(calls.submitSignature, async ({ apiKey, params, body, source }) => {
    const { merchantId, name } = apiKey
    const by = { actor: programOf(apiKey), source }
    await submitSignature(deps, { merchantId, id: params.id, text: body.psbt, handedInBy: `API key ${name}`, by })
    return getSigningRequest(deps, merchantId, params.id)
  }),
]
