import { z } from 'zod'
import { call } from '../call.ts'
import { longPage, timestamp } from '../scalars.ts'

export const apiRequest = z
  .strictObject({
    requestId: z.string().describe('The request’s ID, also in the header `X-Request-Id` of its response.'),
    at: timestamp.describe('When it was answered.'),
    method: z.string().describe('Its method.'),
    path: z.string().describe('Its path, without the query. What looks like a key is cut.'),
    status: z.number().int().describe('The HTTP status of the response.'),
    durationMs: z.number().int().describe('How long the response took, in milliseconds.'),
    keyPrefix: z.string().describe('The start of the API key that sent it.'),
  })
  .meta({ id: 'ApiRequest', description: 'A request that one of your API keys sent.' })

export const listRequests = call({
  operationId: 'listRequests',
  method: 'GET',
  path: '/api/v1/requests',
  audience: 'api',
  scope: 'read',
  summary: 'List the latest requests of your API keys, newest first. The last 10,000 of each key are kept for 30 days',
  query: z.strictObject(longPage),
  output: z.array(apiRequest),
})
