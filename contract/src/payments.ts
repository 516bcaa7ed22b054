import { z } from 'zod'
import { call } from './call.ts'

/** The body is any bytes with a valid `BTCPay-Sig`: unknown events are stored too. */
export const receiveHook = call({
  method: 'POST',
  path: '/api/engine-hooks/:storeId',
  audience: 'engine',
  summary: 'Receive a webhook from BTCPay',
  params: z.strictObject({ storeId: z.string().min(1).max(100) }),
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  output: z.strictObject({}),
  errors: ['not-found', 'bad-signature', 'body-too-large'],
})
