import type { Audience, Call } from '@bitquay/contract/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { mayCall, type Person } from './person.ts'
import { type Asked, type Authenticate, isAccepted, type Route, type Source } from './route.ts'

type Options = {
  authenticate: Authenticate
  mode: 'sandbox' | 'live'
  /** Whether strangers may use what is for the sandbox: on loopback only. */
  sandboxOpen: boolean
}

/** Puts routes on the server. Guard, validation and the check of the answer are the same for all of them. */
export const registerRoutes = (app: FastifyInstance, routes: readonly Route[], options: Options) => {
  const isRaw = ({ call }: Route) => call.audience === 'engine'
  put(
    app,
    routes.filter((route) => !isRaw(route)),
    options,
  )
  // Signatures are over the bytes as they came.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    put(scope, routes.filter(isRaw), options)
  })
}

const put = (app: FastifyInstance, routes: readonly Route[], options: Options) => {
  for (const { call, answer } of routes) {
    app.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => {
        const source = sourceOf(request)
        const person = await admit(request, call.audience, source, options)
        const asked: Asked<Call> = {
          params: parse(call.params, request.params),
          query: parse(call.query, request.query),
          body: parse(call.body, request.body),
          person,
          source,
          requestId: request.id,
          idempotencyKey: idempotencyKeyOf(request),
          nextCursor: (cursor) => {
            if (cursor !== undefined) reply.header('x-next-cursor', cursor)
          },
          raw: { request, reply },
        }
        const answered = await answer(asked)
        if (call.media || reply.sent) return reply
        const [status, shape, body] = isAccepted(answered)
          ? ([202, call.accepted, answered.body] as const)
          : ([200, call.output, answered] as const)
        // An answer that does not fit its declaration is our fault, and may hold what nobody should see.
        if (!shape) throw new Error(`${call.path} has no answer ${status}`)
        reply.code(status).type('application/json; charset=utf-8')
        return JSON.stringify(shape.parse(body))
      },
    })
  }
}

const admit = async (request: FastifyRequest, audience: Audience, source: Source, options: Options) => {
  if (audience === 'sandbox' && options.mode !== 'sandbox') throw new ApiError('not-found')
  if (audience === 'public' || audience === 'engine') return undefined
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  const person: Person | undefined = token ? await options.authenticate(token, source) : undefined
  if (audience === 'sandbox') {
    if (!options.sandboxOpen && person?.kind !== 'admin') throw new ApiError(person ? 'forbidden' : 'not-signed-in')
    return person
  }
  if (!person) throw new ApiError('not-signed-in')
  if (!mayCall(person, audience)) throw new ApiError('forbidden')
  return person
}

const sourceOf = (request: FastifyRequest): Source => ({
  address: request.ip,
  device: (request.headers['user-agent'] ?? 'unknown').slice(0, 300),
})

const idempotencyKeyOf = (request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ApiError('invalid-request', { message: 'Idempotency-Key must be 1 to 200 visible characters.' })
  }
  return key
}

/** What a call does not declare must not be sent either. */
const nothing = z.strictObject({}).transform(() => undefined)

const parse = (shape: z.ZodType | undefined, value: unknown): unknown => {
  const parsed = (shape ?? nothing).safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new ApiError('invalid-request', { message: fields[0]?.message, fields: fields.slice(0, 20) })
}
