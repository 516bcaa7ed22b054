import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchEngineCalls } from '../../watch-engine-calls.ts'
import { createHttpServer } from '../http/server.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { startTracing } from './start-tracing.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number; message?: string }
}
type Received = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[]
}

let collector: Server
const received: { path: string | undefined; body: Received }[] = []
beforeAll(async () => {
  collector = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const text = Buffer.concat(chunks as Buffer[]).toString()
      received.push({ path: request.url, body: JSON.parse(text) as Received })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterAll(() => collector.close())

const valueOf = ({ attributes }: { attributes: Attribute[] }, key: string) => {
  const found = attributes.find((attribute) => attribute.key === key)?.value
  return found?.stringValue ?? found?.intValue
}

test('a request and its call to BTCPay are one trace, and strangers’ trace headers are ignored', async () => {
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const tracer = startTracing({ endpoint, service: 'bitquay-test', version: '1.2.3' })
  const metrics = createMetrics({ version: '1.2.3', role: 'all' })
  const { headers, watch } = watchEngineCalls(metrics, tracer)('main')
  const app = createHttpServer({
    logLevel: 'silent',
    trustProxy: undefined,
    secure: false,
    watching: { metrics, tracer },
    toApiError: () => undefined,
  })
  const sent: Record<string, string>[] = []
  app.get('/things/:id', async () => {
    const outcome = await watch({ method: 'GET', path: '/api/v1/stores/abc/invoices' }, async () => {
      sent.push(headers())
      return { kind: 'unreachable', reason: 'dns', message: 'no such host' }
    })
    return { outcome: outcome.kind }
  })
  const stranger = '11111111111111111111111111111111'
  const answer = await app.inject({
    method: 'GET',
    url: '/things/7?secret=yes',
    headers: { traceparent: `00-${stranger}-2222222222222222-00` },
  })
  expect(answer.json()).toEqual({ outcome: 'unreachable' })
  await app.close()
  await tracer.close()

  expect(received.map(({ path }) => path)).toEqual(['/v1/traces'])
  const [resource] = received[0]?.body.resourceSpans ?? []
  const spans = resource?.scopeSpans.flatMap((scope) => scope.spans) ?? []
  const request = spans.find(({ name }) => name === 'GET /things/:id')
  const call = spans.find(({ name }) => name === 'BTCPay GET /api/v1/stores/:id/invoices')
  if (!resource || !request || !call) throw new Error(JSON.stringify(received))
  expect(valueOf(resource.resource, 'service.name')).toBe('bitquay-test')
  expect(call).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId })
  expect(call.status).toMatchObject({ code: 2, message: 'no such host' })
  expect(valueOf(request, 'bitquay.request_id')).toBe(answer.headers['x-request-id'])
  expect(valueOf(call, 'bitquay.request_id')).toBe(answer.headers['x-request-id'])
  expect(valueOf(request, 'http.response.status_code')).toBe(200)
  expect(request.traceId).not.toBe(stranger)
  expect(sent).toEqual([
    { 'x-request-id': answer.headers['x-request-id'], traceparent: `00-${request.traceId}-${request.spanId}-01` },
  ])
  // Queries contain secrets.
  expect(JSON.stringify(received)).not.toContain('secret')
})
