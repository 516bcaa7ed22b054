import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Btcpay } from './btcpay.ts'
import { authenticate, type Caller, createBasicThrottle } from './caller.ts'
import { GreenfieldError, invalidField } from './errors.ts'
import type { FaultMode, Faults } from './faults.ts'
import { readFields } from './read-fields.ts'
import { readQuery } from './read-query.ts'
import type { Answer, Call, Route } from './route.ts'
import { routes } from './routes/index.ts'

/** Registers BTCPay's routes on a server, behind the faults that the levers set. */
export const serveGreenfield = (app: FastifyInstance, btcpay: Btcpay, faults: Faults): void => {
  const throttle = createBasicThrottle()
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      onRequest: async (request, reply) => {
        reply.header('access-control-allow-origin', '*')
        const mode = faults.isDown() ? 'drop-before' : faults.take(request.method, pathOf(request))
        if (mode && interrupt(request, reply, mode)) return reply
        if (mode) request.faultMode = mode
        try {
          request.caller = authenticate(btcpay, request.headers.authorization, throttle)
          route.authorize(callOf(request, btcpay))
        } catch (error) {
          return sendError(reply, error)
        }
      },
      handler: (request, reply) => run(route, request, reply, btcpay),
    })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    faultMode: FaultMode | undefined
  }
}

const run = async (
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  btcpay: Btcpay,
): Promise<FastifyReply> => {
  let status = 200
  let body: unknown
  try {
    const call: Call = { ...callOf(request, btcpay), fields: () => readFields(parseBody(request.body)) }
    const result = await route.handle(call)
    if (isAnswer(result)) {
      status = result.status
      body = result.body
    } else body = result
    btcpay.watcher.drain()
  } catch (error) {
    if (!(error instanceof GreenfieldError)) throw error
    status = error.status
    body = error.body
  }
  // A response must survive a crash, for writes and for reads.
  await btcpay.engine.store.synced()
  return finish(request, reply, status, body)
}

const finish = (request: FastifyRequest, reply: FastifyReply, status: number, body: unknown): FastifyReply => {
  const text = body === undefined || body === null ? undefined : JSON.stringify(body)
  if (request.faultMode === 'drop-after') return drop(request, reply)
  if (request.faultMode === 'truncated') {
    const whole = text ?? '{"truncated":'
    reply.hijack()
    reply.raw.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) + 16 })
    reply.raw.write(whole.slice(0, Math.max(1, whole.length >> 1)), () => request.raw.socket.destroy())
    return reply
  }
  reply.status(status)
  return text === undefined ? reply.send() : reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** Faults that prevent the request from running. False for those that come afterwards. */
const interrupt = (request: FastifyRequest, reply: FastifyReply, mode: FaultMode): boolean => {
  if (mode === 'drop-before') drop(request, reply)
  else if (mode === 'timeout') reply.hijack()
  else if (mode === 'error500') reply.status(500).send('')
  else if (mode === 'html200') reply.header('content-type', 'text/html').send('<!doctype html><title>Welcome</title>')
  else if (mode === '429') reply.status(429).header('retry-after', '1').send('')
  else return false
  return true
}

const drop = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

export const sendError = (reply: FastifyReply, error: unknown): FastifyReply => {
  if (!(error instanceof GreenfieldError)) throw error
  reply.status(error.status)
  if (error.body === undefined) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(error.body))
}

const callOf = (request: FastifyRequest, btcpay: Btcpay): Omit<Call, 'fields'> => ({
  btcpay,
  caller: request.caller,
  params: request.params as Record<string, string>,
  query: readQuery(request.query),
  baseUrl: `${request.protocol}://${request.host}`,
})

const parseBody = (body: unknown): unknown => {
  if (typeof body !== 'string' || body.trim() === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw invalidField('', 'The body is not valid JSON')
  }
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'answer' in value && value.answer === true

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? request.url
