import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@bitquay/contract/errors'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { findAccepted } from '../texts/choose-language.ts'
import { translateError } from '../texts/translate-error.ts'
import { ApiError } from './api-error.ts'
import { headersFor } from './headers.ts'
import { parseJson } from './parse-json.ts'
import { type Watching, watchRequests } from './watch-requests.ts'

const maxBodyBytes = 256 * 1024

/** Clients that hold a connection without using it are cut off. */
type Timeouts = {
  /** From the first byte of a request to the last byte of its body. */
  requestMs: number
  /** For the headers alone. */
  headersMs: number
  /** Without a byte in either direction. An event stream sends one every 15 seconds. */
  silenceMs: number
  checkEveryMs: number
}
const defaultTimeouts: Timeouts = { requestMs: 30_000, headersMs: 15_000, silenceMs: 180_000, checkEveryMs: 5_000 }

/** The basic server: request IDs, one error format, security headers, strict JSON, quiet structured logs. */
export const createHttpServer = (options: {
  logLevel: string
  trustProxy: string | undefined
  secure: boolean
  timeouts?: Timeouts
  watching?: Watching
  toApiError: (error: unknown) => ApiError | undefined
}): FastifyInstance => {
  const timeouts = options.timeouts ?? defaultTimeouts
  const staticHeaders = headersFor({ secure: options.secure })
  const app = Fastify({
    logger: {
      level: options.logLevel,
      // The query is left out because it contains reset tokens. Bodies and headers are never logged.
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] }),
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => acceptRequestId(headers['x-request-id']) ?? randomUUID(),
    bodyLimit: maxBodyBytes,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.silenceMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkEveryMs },
    trustProxy: options.trustProxy ?? false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // A URL that cannot be decoded is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...staticHeaders, 'x-request-id': request.id, 'cache-control': 'no-store' })
      void refuse(request, reply, fromFastify(error) ?? new ApiError('invalid-request'))
    },
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : parseJson(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })

  if (options.watching) watchRequests(app, options.watching)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(staticHeaders)
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  // Clients that are answered during a shutdown must not keep the connection: we would wait until it is idle.
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/api/')) {
      request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    }
  })

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = error instanceof ApiError ? error : (options.toApiError(error) ?? fromFastify(error))
    if (known) return refuse(request, reply, known)
    request.log.error({ err: error, req: request }, 'failed')
    return refuse(request, reply, new ApiError('internal-error'))
  })
  return app
}

/** A browser names its request, so that a person can report it even if no answer arrives. Only a UUID is accepted. */
const acceptRequestId = (given: string | string[] | undefined) =>
  typeof given === 'string' && uuid.test(given) ? given.toLowerCase() : undefined

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const refuse = (request: FastifyRequest, reply: FastifyReply, error: ApiError) => {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, error.retryAfterSeconds)))
  const body = toErrorBody(error, request.id)
  if (!forCustomers.test(request.url)) return sendRefusal(reply, error, body)
  const language = findAccepted(request.headers['accept-language']) ?? 'en'
  reply.headers({ 'content-language': language, vary: 'accept-language' })
  return sendRefusal(reply, error, translateError(body, language))
}

/** Customer pages show refusals of these calls, in the language of the page, which they send. */
const forCustomers = /^\/api\/(checkout|payment-links|refunds)\//

const sendRefusal = (reply: FastifyReply, { status }: ApiError, body: ErrorBody) =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))

export const toErrorBody = (error: ApiError, requestId: string): ErrorBody => ({
  message: error.message,
  error: error.message,
  code: error.code,
  requestId,
  ...(error.fields ? { fields: error.fields } : {}),
  ...(error.challenge ? { challenge: error.challenge } : {}),
  ...(error.signing ? { signing: error.signing } : {}),
})

const fromFastify = (error: FastifyError): ApiError | undefined => {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('body-too-large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('unsupported-media-type')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('invalid-request')
  }
  return undefined
}
