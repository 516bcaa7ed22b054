import { z } from 'zod'
import { call } from './call.ts'
import { timestamp } from './scalars.ts'

/** Sandbox mode only; 404 otherwise. */
export const listMail = call({
  method: 'GET',
  path: '/api/sandbox/mail',
  audience: 'sandbox',
  summary: 'The mailbox of the sandbox, newest first',
  query: z.strictObject({ to: z.string().max(254).optional() }),
  output: z.array(
    z.strictObject({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: timestamp }),
  ),
})
