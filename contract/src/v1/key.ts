import { z } from 'zod'
import { apiScopes, call } from '../call.ts'
import { id, timestamp, usdAmount } from '../scalars.ts'

export const getKey = call({
  operationId: 'getKey',
  method: 'GET',
  path: '/api/v1/key',
  audience: 'api',
  anyScope: true,
  summary: 'Retrieve the API key that you use: its scopes, limits and store',
  output: z
    .strictObject({
      id: id.describe('The key’s ID.'),
      name: z.string().describe('The name that was chosen for it.'),
      prefix: z.string().describe('The key’s beginning. The whole key is never shown again.'),
      mode: z.enum(['test', 'live']).describe('Whether it moves real money.'),
      storeName: z.string().describe('The store that it belongs to.'),
      scopes: z.array(z.enum(apiScopes)).describe('What it may do.'),
      allowedSources: z.array(z.string()).describe('The networks it can be used from. Empty means anywhere.'),
      withdrawalAddresses: z.array(z.string()).describe('The addresses it can send to.'),
      dailyRefundLimitUsd: usdAmount.describe('What it may refund in a UTC day, in dollars.'),
      createdAt: timestamp.describe('When it was created.'),
      expiresAt: timestamp.nullable().describe('When it stops working.'),
    })
    .meta({ id: 'ApiKey', description: 'An API key, without its secret.' }),
})
