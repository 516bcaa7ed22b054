import { z } from 'zod'
import { call } from './call.ts'

export const describe = call({
  method: 'GET',
  path: '/api/openapi.json',
  audience: 'public',
  summary: 'Retrieve this API as an OpenAPI 3.1 document',
  output: z.record(z.string(), z.unknown()),
})
