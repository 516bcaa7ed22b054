import type { Command } from './guide.ts'

export const sampleDelivery: Command = {
  id: 'sample-delivery',
  language: 'What you receive',
  syntax: 'http',
  text: `POST /webhooks HTTP/1.1
Content-Type: application/json; charset=utf-8
webhook-id: evt_3f1c6f0f5b8e4f7a9d2c1b0a99887766
webhook-timestamp: 1772357401
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"id":"evt_3f1c6f0f5b8e4f7a9d2c1b0a99887766","type":"invoice.settled",
 "createdAt":"2026-03-01T09:30:00.000Z","data":{"invoiceId":"5JkUwQSy9vWVpmtTQ1u7rA","status":"settled"}}`,
}

export const rules: readonly { title: string; text: string }[] = [
  {
    title: 'Respond first, process later',
    text: 'Any 2xx status within 15 seconds counts as received. Everything else, including redirects, is retried. An endpoint that takes longer than 2 seconds, or is new, gets one event at a time until it has answered faster three times in a row.',
  },
  {
    title: 'Expect duplicates',
    text: 'Delivery is at least once. Every attempt has the same webhook-id, so keep track of the IDs you’ve handled.',
  },
  {
    title: 'Order is kept per invoice',
    text: 'Events about one invoice arrive in order, and so do those about another object, such as a withdrawal. If one is retried, later ones about the same invoice wait for it. Up to 5 requests arrive at once, each about another invoice. After 5 failures in a row, one is tried every 10 seconds until your endpoint answers again.',
  },
  {
    title: 'Retries continue for three days',
    text: 'After 5 and 30 seconds, 2, 10 and 30 minutes, 1, 3, 6, 12, 12, 12 and 26 hours. A Retry-After with 429 or 503 is respected, up to a day, and 410 disables the endpoint.',
  },
  {
    title: 'Rotate secrets without downtime',
    text: 'For 24 hours after a rotation, webhook-signature has two signatures, one for each secret. Accept the webhook if either one matches.',
  },
  {
    title: 'Events are kept for a year',
    text: 'Every event is saved, whether or not it was delivered. Catch up with the list of events, or resend a range from the Developer tab.',
  },
]

export const catchUp: Command = {
  id: 'catch-up',
  language: 'Shell',
  syntax: 'bash',
  text: `curl -sS "$BITQUAY_URL/api/v1/events?after=evt_3f1c6f0f5b8e4f7a9d2c1b0a99887766&limit=100" \\
  -H "Authorization: Bearer $BITQUAY_KEY"`,
}
