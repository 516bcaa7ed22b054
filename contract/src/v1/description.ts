import { z } from 'zod'
import { call } from '../call.ts'

export const describeV1 = call({
  operationId: 'describeV1',
  method: 'GET',
  path: '/api/v1/openapi.json',
  audience: 'public',
  summary: 'Retrieve the merchant API as an OpenAPI 3.1 document',
  output: z.record(z.string(), z.unknown()).meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' }),
})
