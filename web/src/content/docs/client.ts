import type { Command } from './guide.ts'

/** A test runs these programs with the packed client, in this order. */
export const clientInstall: Command = {
  id: 'client-install',
  language: 'Shell',
  syntax: 'bash',
  text: `npm install {origin}/downloads/client.tgz`,
}

export const clientFirst: Command = {
  id: 'client-first',
  language: 'JavaScript',
  syntax: 'javascript',
  file: 'first.mjs',
  text: `import { createClient } from '@bitquay/client'

const bitquay = createClient({ url: process.env.BITQUAY_URL, apiKey: process.env.BITQUAY_KEY })

const invoice = await bitquay.invoices.create(
  { amount: '25.00', currency: 'USD', description: 'Two mugs', orderId: 'A-17' },
  { idempotencyKey: 'order-A-17' },
)
console.log(invoice.invoiceId, invoice.checkoutLink)`,
}

export const clientLists: Command = {
  id: 'client-lists',
  language: 'JavaScript',
  syntax: 'javascript',
  file: 'lists.mjs',
  text: `import { createClient } from '@bitquay/client'

const bitquay = createClient({ url: process.env.BITQUAY_URL, apiKey: process.env.BITQUAY_KEY })

// Every invoice. Pages are loaded when they are needed.
for await (const invoice of bitquay.invoices.all({ status: 'new' })) console.log(invoice.invoiceId)

// Or one page.
const { data, nextCursor } = await bitquay.invoices.list({ limit: 10 })
console.log(data.length, nextCursor)`,
}

export const clientErrors: Command = {
  id: 'client-errors',
  language: 'JavaScript',
  syntax: 'javascript',
  file: 'errors.mjs',
  text: `import { BitquayError, createClient, InvalidRequestError, RateLimitError } from '@bitquay/client'

const bitquay = createClient({ url: process.env.BITQUAY_URL, apiKey: process.env.BITQUAY_KEY })

try {
  await bitquay.invoices.create({ amount: '0' })
} catch (error) {
  if (error instanceof InvalidRequestError) console.log(error.fields)
  else if (error instanceof RateLimitError) console.log('wait', error.retryAfterSeconds)
  else if (error instanceof BitquayError) console.log(error.code, error.requestId)
  else throw error
}`,
}

export const clientWebhook: Command = {
  id: 'client-webhook',
  language: 'JavaScript',
  syntax: 'javascript',
  file: 'webhooks.mjs',
  text: `import { createServer } from 'node:http'
import { verifyWebhook } from '@bitquay/client'

createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  try {
    const event = await verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET)
    response.writeHead(204).end()
    if (event.type === 'invoice.settled') console.log('paid', event.data.invoiceId)
  } catch {
    response.writeHead(401).end()
  }
}).listen(process.env.PORT ?? 4242)`,
}

export const clientListen: Command = {
  id: 'client-listen',
  language: 'JavaScript',
  syntax: 'javascript',
  file: 'listen.mjs',
  text: `import { createClient } from '@bitquay/client'

const bitquay = createClient({ url: process.env.BITQUAY_URL, apiKey: process.env.BITQUAY_KEY })

for await (const event of bitquay.events.listen()) {
  console.log(event.type, event.id)
  if (event.type === 'invoice.settled') break
}`,
}

export const clientErrorClasses: readonly { name: string; status: string; meaning: string }[] = [
  { name: 'InvalidRequestError', status: '400, 422', meaning: 'The request isn’t valid. fields says what is wrong.' },
  { name: 'AuthenticationError', status: '401', meaning: 'The key is wrong, revoked, expired, or for the other mode.' },
  { name: 'PermissionError', status: '403', meaning: 'The key may not do this.' },
  { name: 'NotFoundError', status: '404, 410', meaning: 'It doesn’t exist, or no longer does.' },
  { name: 'ConflictError', status: '409', meaning: 'It isn’t possible in the current state.' },
  { name: 'IdempotencyError', status: '422', meaning: 'The idempotency key was used for a different request.' },
  { name: 'RateLimitError', status: '429', meaning: 'Too many requests. Wait for retryAfterSeconds.' },
  { name: 'ServerError', status: '5xx', meaning: 'The server couldn’t process the request.' },
  { name: 'ConnectionError', status: '0', meaning: 'There was no response. The request may have been processed.' },
]

export const clientRules: readonly { title: string; text: string }[] = [
  {
    title: 'What is sent again',
    text: 'Requests without a response, and responses with 5xx, up to three times. The wait doubles each time, and a Retry-After is respected.',
  },
  {
    title: 'Nothing happens twice',
    text: 'Every POST carries an Idempotency-Key, yours or a random one. An error has it too, so you can repeat the request later.',
  },
  {
    title: 'A 4xx is never sent again',
    text: 'There are two exceptions. After a lost response, request-in-progress means that the first attempt still runs, so the client waits for it. With retryRateLimited, it waits for the Retry-After of a 429.',
  },
]

/** Everything that the client offers. A test compares it with the client. */
export const clientMethods: readonly { group: string; methods: readonly string[]; about: string }[] = [
  {
    group: 'invoices',
    methods: ['create', 'get', 'update', 'mark', 'cancel', 'refund', 'list', 'all'],
    about: 'Invoices. update changes the metadata, cancel is for those with a due date.',
  },
  {
    group: 'refunds',
    methods: ['create', 'get', 'cancel', 'list', 'all'],
    about: 'Refunds of a whole invoice or a part.',
  },
  { group: 'paymentLinks', methods: ['create', 'get', 'update', 'list', 'all'], about: 'Payment links.' },
  { group: 'depositAddresses', methods: ['create', 'get', 'list', 'all'], about: 'Addresses that stay the same.' },
  {
    group: 'withdrawals',
    methods: ['create', 'quote', 'get', 'list', 'all'],
    about: 'Withdrawals, and what one would cost now.',
  },
  {
    group: 'signingRequests',
    methods: ['list', 'get', 'submit'],
    about: 'Withdrawals from a wallet of your own, which you sign.',
  },
  { group: 'transactions', methods: ['list', 'all'], about: 'Everything that came in and went out.' },
  { group: 'balances', methods: ['get'], about: 'On-chain and Lightning balances.' },
  { group: 'currencies', methods: ['list'], about: 'What an invoice can be priced in.' },
  { group: 'rates', methods: ['list'], about: 'What one bitcoin costs.' },
  {
    group: 'webhookEndpoints',
    methods: ['create', 'get', 'update', 'delete', 'list', 'rotateSecret', 'test', 'deliveries', 'redeliver'],
    about: 'Webhook endpoints. deliveries(id) has list and all.',
  },
  { group: 'events', methods: ['list', 'all', 'listen'], about: 'Events, past and as they happen.' },
  { group: 'key', methods: ['get'], about: 'The key that you use: scopes, limits and store.' },
  { group: 'requests', methods: ['list', 'all'], about: 'Your latest requests, for 30 days.' },
  { group: 'openApi', methods: ['get'], about: 'The API as an OpenAPI document.' },
  { group: 'sandbox', methods: ['pay'], about: 'Pays your own invoice, in the sandbox only.' },
]
