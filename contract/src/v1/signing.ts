import { z } from 'zod'
import { call } from '../call.ts'
import { idParam, page } from '../scalars.ts'
import { signingRequest, submitSignature as submitOnScreen } from '../signing.ts'

const byId = z.strictObject({ id: idParam.describe('The ID of the signing request.') })

export const listSigningRequests = call({
  operationId: 'listSigningRequests',
  method: 'GET',
  path: '/api/v1/signing-requests',
  audience: 'api',
  scope: 'read',
  summary: 'List what waits for a signature, oldest first',
  description: 'Only a wallet of your own has signing requests: nobody here has its keys.',
  query: z.strictObject({ limit: page.limit }),
  output: z.array(signingRequest),
})

export const getSigningRequest = call({
  operationId: 'getSigningRequest',
  method: 'GET',
  path: '/api/v1/signing-requests/:id',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve a payment that is signed outside, with its PSBT',
  params: byId,
  output: signingRequest,
  errors: ['not-found'],
})

export const submitSignature = call({
  operationId: 'submitSignature',
  method: 'POST',
  path: '/api/v1/signing-requests/:id/signatures',
  audience: 'api',
  scope: 'withdrawals',
  summary: 'Hand in a signed PSBT. It is checked, and sent as soon as it has all signatures',
  params: byId,
  body: submitOnScreen.body,
  mostBodyBytes: submitOnScreen.mostBodyBytes,
  output: signingRequest,
  errors: submitOnScreen.errors,
})
