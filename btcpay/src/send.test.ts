import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { BtcpayError, namesPath, unwrap } from './outcome.ts'
import { exampleInvoice, INVOICE_ID, STORE_ID } from './testing/example-answers.ts'
import { answerJson } from './testing/local-server.ts'
import { clientFor, serveClient } from './testing/serve-client.ts'

describe('an inconclusive response is unknown', () => {
  const html = '<!DOCTYPE html><html><body>Welcome to nginx</body></html>'
  it.each<[string, string, (response: ServerResponse) => void]>([
    [
      'HTML with status 200',
      'not-json',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html),
    ],
    ['truncated JSON', 'not-json', (response) => response.end('{"id":"Q7FqDTpXg8nZ3yRb4w6ZzK","storeId":"9Ci')],
    ['an empty body', 'unexpected-shape', (response) => response.end()],
    ['null', 'unexpected-shape', (response) => response.end('null')],
    ['a list', 'unexpected-shape', (response) => response.end('[]')],
    ['bytes that are no UTF-8', 'not-json', (response) => response.end(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
    [
      'an amount that is a number',
      'unexpected-shape',
      (response) => answerJson(response, 200, { ...exampleInvoice, amount: 5 }),
    ],
    [
      'an amount with an exponent',
      'unexpected-shape',
      (response) => answerJson(response, 200, { ...exampleInvoice, amount: '5e3' }),
    ],
    [
      'a status that we do not know',
      'unexpected-shape',
      (response) => answerJson(response, 200, { ...exampleInvoice, status: 'Odd' }),
    ],
    [
      'a missing field',
      'unexpected-shape',
      (response) => answerJson(response, 200, { ...exampleInvoice, expirationTime: undefined }),
    ],
    [
      'another store’s invoice',
      'unexpected-shape',
      (response) => answerJson(response, 200, { ...exampleInvoice, storeId: 'other' }),
    ],
    ['500 with HTML', 'server-error', (response) => response.writeHead(500).end(html)],
    ['500 with JSON', 'server-error', (response) => answerJson(response, 500, { code: 'generic-error', message: 'x' })],
    ['502 with HTML', 'server-error', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(html)],
    ['504 with nothing', 'server-error', (response) => response.writeHead(504).end()],
    ['408', 'server-error', (response) => response.writeHead(408).end()],
    [
      'a proxy’s 404 page',
      'not-json',
      (response) => response.writeHead(404, { 'content-type': 'text/html' }).end(html),
    ],
    [
      'a proxy’s 403 page',
      'not-json',
      (response) => response.writeHead(403, { 'content-type': 'text/html' }).end(html),
    ],
    ['JSON that is no error of BTCPay', 'not-json', (response) => answerJson(response, 400, { error: 'x' })],
    ['a redirect', 'redirect', (response) => response.writeHead(301, { location: 'https://elsewhere.example/' }).end()],
    ['a reset after the request', 'connection-lost', (response) => response.socket?.resetAndDestroy()],
    ['a close after the request', 'connection-lost', (response) => response.socket?.destroy()],
    ['a body shorter than promised', 'connection-lost', (response) => cutShort(response)],
    ['silence', 'timeout', () => undefined],
    ['headers and then silence', 'timeout', (response) => response.writeHead(200).flushHeaders()],
    ['a slow drip', 'timeout', (response) => drip(response)],
    ['an endless body', 'too-large', (response) => flood(response)],
  ])('%s, for reads and writes', async (_name, reason, answer) => {
    // Short only where waiting is the point, so a busy machine changes nothing.
    const timeoutMs = reason === 'timeout' ? 200 : 60_000
    const { client } = await serveClient((_request, response) => answer(response), {
      readTimeoutMs: timeoutMs,
      writeTimeoutMs: timeoutMs,
      retry: { attempts: 1, deadlineMs: 60_000 },
      maxBodyBytes: 200_000,
    })
    expect(await client.invoices.create(STORE_ID, { amount: '5' })).toMatchObject({ kind: 'unknown', reason })
    expect(await client.invoices.get(STORE_ID, INVOICE_ID)).toMatchObject({ kind: 'unknown', reason })
  })

  it('so is a 200 with HTML instead of an empty body', async () => {
    const { client } = await serveClient((_request, response) => response.end(html))
    expect(await client.invoices.archive(STORE_ID, INVOICE_ID)).toMatchObject({ kind: 'unknown', reason: 'not-json' })
  })

  it('so is a redirect, and it does not put a key into a log', async () => {
    const { client } = await serveClient((request, response) =>
      response.writeHead(308, { location: `https://elsewhere.example${request.path}` }).end(),
    )
    const outcome = await client.keys.revoke('very-secret-key')
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'redirect' })
    expect(JSON.stringify(outcome)).toContain('https://elsewhere.example')
    expect(JSON.stringify(outcome)).not.toContain('very-secret-key')
  })

  it('so is a Lightning node that was lost during a payment', async () => {
    const { client } = await serveClient((_request, response) =>
      answerJson(response, 503, { code: 'lightning-node-unavailable', message: 'TaskCanceledException' }),
    )
    const paid = await client.lightning.pay(STORE_ID, { BOLT11: 'lnbcrt1' })
    expect(paid).toMatchObject({ kind: 'unknown', reason: 'server-error', code: 'lightning-node-unavailable' })
    expect(await client.lightning.balance(STORE_ID)).toMatchObject({
      kind: 'refused',
      code: 'lightning-node-unavailable',
    })
  })

  it('so is a request that the caller aborted', async () => {
    const stop = new AbortController()
    const { client } = await serveClient(() => stop.abort())
    const outcome = await client.invoices.create(STORE_ID, {}, { signal: stop.signal })
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'aborted' })
  })
})

describe('a clear no is a refusal', () => {
  it('with code and message', async () => {
    const { client } = await serveClient((_request, response) =>
      answerJson(response, 400, { code: 'generic-error', message: 'No wallet has been linked to your BTCPay Store.' }),
    )
    const outcome = await client.invoices.create(STORE_ID, { amount: '5' })
    expect(outcome).toEqual({
      kind: 'refused',
      status: 400,
      code: 'generic-error',
      message: 'No wallet has been linked to your BTCPay Store.',
      validation: [],
    })
    expect(() => unwrap(outcome)).toThrow(BtcpayError)
    expect(() => unwrap(outcome)).toThrow('generic-error')
  })

  it('with the missing permission', async () => {
    const missingPermission = 'btcpay.store.cancreateinvoice'
    const { client } = await serveClient((_request, response) =>
      answerJson(response, 403, { code: 'missing-permission', message: 'x', missingPermission }),
    )
    expect(await client.invoices.create(STORE_ID, {})).toMatchObject({ kind: 'refused', missingPermission })
  })

  it.each([401, 403, 404, 405])('with an empty body: %i', async (status) => {
    const { client } = await serveClient((_request, response) => response.writeHead(status).end())
    expect(await client.wallet.signTransaction(STORE_ID, { destinations: [] })).toMatchObject({
      kind: 'refused',
      status,
      code: null,
    })
  })

  it('with the list of a 422', async () => {
    const list = [
      { path: 'Amount', message: 'Out of range' },
      { path: 'Checkout.PaymentMethods[0]', message: 'Invalid payment method' },
    ]
    const { client } = await serveClient((_request, response) => answerJson(response, 422, list))
    const outcome = await client.invoices.create(STORE_ID, { amount: '-1' })
    expect(outcome).toMatchObject({ kind: 'refused', status: 422, code: null, validation: list })
    expect(namesPath(outcome, 'checkout.paymentMethods[0]')).toBe(true)
    expect(namesPath(outcome, 'Currency')).toBe(false)
  })

  it('when the server has no keys to sign with', async () => {
    const { client } = await serveClient((_request, response) =>
      answerJson(response, 503, { code: 'not-available', message: 'cold wallet' }),
    )
    expect(await client.wallet.signTransaction(STORE_ID, { destinations: [] })).toMatchObject({
      kind: 'refused',
      status: 503,
      code: 'not-available',
    })
  })

  it('when there are too many requests', async () => {
    const { client } = await serveClient((_request, response) =>
      response.writeHead(429, { 'retry-after': '2' }).end('slow down'),
    )
    expect(await client.invoices.create(STORE_ID, {})).toMatchObject({
      kind: 'refused',
      status: 429,
      retryAfterMs: 2000,
    })
  })

  it('an absent invoice is absent only when BTCPay says so', async () => {
    const answers = [
      [404, { code: 'invoice-not-found', message: 'x' }],
      [404, { code: 'store-not-found', message: 'x' }],
      // A key without the permission can't list either.
      [403, { code: 'missing-permission', message: 'x', missingPermission: 'y' }],
      [403, { code: 'missing-permission', message: 'x', missingPermission: 'y' }],
      // A key that may list invoices was refused because the invoice doesn't exist.
      [403, { code: 'missing-permission', message: 'x', missingPermission: 'y' }],
      [200, []],
      // Without a response to the list nothing is proven.
      [403, { code: 'missing-permission', message: 'x', missingPermission: 'y' }],
    ] as const
    const { client } = await serveClient((_request, response, count) => {
      const [status, body] = answers[count - 1] ?? [500, {}]
      answerJson(response, status, body)
    })
    expect(await client.invoices.find(STORE_ID, INVOICE_ID)).toMatchObject({ kind: 'ok', value: undefined })
    expect(await client.invoices.find(STORE_ID, INVOICE_ID)).toMatchObject({ kind: 'refused', status: 404 })
    expect(await client.invoices.find(STORE_ID, INVOICE_ID)).toMatchObject({ kind: 'refused', status: 403 })
    expect(await client.invoices.find(STORE_ID, INVOICE_ID)).toMatchObject({ kind: 'ok', value: undefined })
    expect(await client.invoices.find(STORE_ID, INVOICE_ID)).toMatchObject({ kind: 'unknown', status: 500 })
  })
})

describe('a request that was never sent is unreachable', () => {
  it('when nothing listens', async () => {
    const { server, client } = await serveClient(() => undefined)
    await server.close()
    const outcome = await client.invoices.create(STORE_ID, {})
    expect(outcome).toMatchObject({ kind: 'unreachable', reason: 'connection-refused' })
  })

  it('when the name does not resolve', async () => {
    const client = clientFor('http://does-not-exist.invalid', {
      policy: {
        lookup: (host, _options, callback) =>
          callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []),
      },
    })
    expect(await client.invoices.create(STORE_ID, {})).toMatchObject({ kind: 'unreachable', reason: 'dns' })
  })

  it('when the resolver does not respond', async () => {
    const client = clientFor('http://silent.invalid', { policy: { lookup: () => undefined }, connectTimeoutMs: 100 })
    expect(await client.invoices.create(STORE_ID, {})).toMatchObject({ kind: 'unreachable', reason: 'connect-timeout' })
  })

  it('when the server has no TLS', async () => {
    const { server } = await serveClient(() => undefined)
    const client = clientFor(server.url.replace('http:', 'https:'))
    expect(await client.invoices.create(STORE_ID, {})).toMatchObject({ kind: 'unreachable', reason: 'tls' })
    expect(server.seen).toEqual([])
  })

  it('when the caller aborted before', async () => {
    const { server, client } = await serveClient(() => undefined)
    const outcome = await client.invoices.create(STORE_ID, {}, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ kind: 'unreachable', reason: 'aborted' })
    expect(server.seen).toEqual([])
  })

  it('when the key is not a valid header value', async () => {
    const { server, client } = await serveClient(() => undefined, {}, { apiKey: 'abc\r\nhost: evil' })
    expect(await client.stores.list()).toMatchObject({ kind: 'unreachable', reason: 'bad-request' })
    expect(server.seen).toEqual([])
  })
})

function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' })
  response.write(JSON.stringify(exampleInvoice).slice(0, 100), () => response.socket?.destroy())
}

function drip(response: ServerResponse): void {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(timer))
}

function flood(response: ServerResponse): void {
  response.writeHead(200)
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const pour = () => {
    while (!response.destroyed && response.write(chunk)) {}
  }
  response.on('drain', pour)
  pour()
}
