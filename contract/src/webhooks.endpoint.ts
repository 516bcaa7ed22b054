import { z } from 'zod'
import { id, timestamp } from './scalars.ts'

export const webhookEndpoint = z
  .strictObject({
    id: id.describe('The endpoint’s ID.'),
    kind: z.enum(['standard', 'btcpay']).describe('`btcpay` endpoints belong to shop plugins.'),
    url: z.string().describe('Where events are sent.'),
    description: z.string().nullable().describe('Your own note.'),
    events: z.array(z.string()).describe('The events it gets. `*` is all of them.'),
    enabled: z.boolean().describe('Whether it gets events.'),
    disabledBecause: z
      .enum(['by-hand', 'gone'])
      .nullable()
      .describe('`by-hand`: you disabled it. `gone`: it returned 410.'),
    pausedUntil: timestamp.nullable().describe('Until when it gets nothing, after too many failures.'),
    previousSecretUntil: timestamp
      .nullable()
      .describe('Until when the secret before the last rotation signs deliveries too.'),
    waiting: z.number().int().describe('How many deliveries wait, up to 1,000.'),
    failed: z.number().int().describe('How many deliveries failed for good, up to 1,000.'),
    dropped: z
      .number()
      .int()
      .describe('How many of the failed ones were never sent, because 10,000 earlier events were still pending.'),
    lastDeliveredAt: timestamp.nullable().describe('When it last got an event.'),
    createdAt: timestamp.describe('When it was created.'),
  })
  .meta({ id: 'WebhookEndpoint', description: 'A URL that gets events.' })
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>
