import * as calls from '@bitquay/contract/signing'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { cancelForSure } from './cancel-for-sure.ts'
import { cancelSigning } from './cancel-signing.ts'
import { findSigningRequest, listSigningRequests } from './queries.signing.ts'
import { raiseFee } from './raise-fee.ts'
import { submitSignature } from './submit-signature.ts'

export const getSigningRequest = async ({ db }: Deps, merchantId: number, id: number) => {
  const request = await findSigningRequest(db, merchantId, id)
  if (!request) throw new ApiError('not-found')
  return request
}

/** More than anybody signs in a day. */
const mostShown = 100

export const signingRoutes = (deps: Deps): Route[] => [
  route(calls.listSigningRequests, async ({ person }) => ({
    requests: await listSigningRequests(deps.db, person.merchantId, mostShown),
  })),
  route(calls.getSigningRequest, ({ person, params }) => getSigningRequest(deps, person.merchantId, params.id)),
  route(calls.submitSignature, async ({ person, params, body, source }) => {
    const { merchantId, email } = person
    const by = { actor: person, source }
    await submitSignature(deps, { merchantId, id: params.id, text: body.psbt, handedInBy: email, by })
    return getSigningRequest(deps, merchantId, params.id)
  }),
  route(calls.cancelSigningRequest, async ({ person, params, source }) => {
    await cancelSigning(deps, person.merchantId, params.id, { actor: person, source })
    return getSigningRequest(deps, person.merchantId, params.id)
  }),
  route(calls.cancelForSure, async ({ person, params, source }) => {
    const id = await cancelForSure(deps, person, params.id, source)
    return getSigningRequest(deps, person.merchantId, id)
  }),
  route(calls.raiseFee, async ({ person, params, source }) => {
    await raiseFee(deps, person.merchantId, params.id, { actor: person, source })
    return getSigningRequest(deps, person.merchantId, params.id)
  }),
]
