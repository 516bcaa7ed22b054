import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { type RequestContext, runInContext } from '../request-context.ts'
import type { Tracer } from '../tracing/tracer.ts'

export type Watching = { metrics: Metrics; tracer: Tracer | undefined }

/** Counts, times and traces requests. What a request starts knows its ID, down to the call to BTCPay. */
export const watchRequests = (app: FastifyInstance, { metrics, tracer }: Watching) => {
  const contexts = new WeakMap<FastifyRequest, RequestContext>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracer?.start({
      name: `${request.method} ${routeOf(request)}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': routeOf(request),
        'bitquay.request_id': request.id,
      },
    })
    const context = { requestId: request.id, ...(span ? { span } : {}) }
    contexts.set(request, context)
    metrics.beginRequest()
    runInContext(context, done)
  })
  // The body arrives in events of the connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request)
    if (context) runInContext(context, done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const context = contexts.get(request)
    if (!context) return
    metrics.endRequest()
    metrics.countRequest({
      method: usualMethods.has(request.method) ? request.method : 'other',
      route: routeOf(request),
      status: reply.raw.statusCode,
      seconds: isStream(reply) ? undefined : reply.elapsedTime / 1000,
    })
    context.span?.end({
      attributes: { 'http.response.status_code': reply.raw.statusCode },
      failure: reply.raw.statusCode >= 500 ? `HTTP ${reply.raw.statusCode}` : undefined,
    })
  })
}

const usualMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none'

const isStream = (reply: FastifyReply) =>
  String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream')
