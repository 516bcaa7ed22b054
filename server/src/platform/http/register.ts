import type { Audience, Call } from '@bitquay/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Mac } from '../crypto/mac.ts'
import type { AnswerOnce, OnceOnly, Sent } from './answer-once.ts'
import { ApiError } from './api-error.ts'
import { hashInput } from './input-hash.ts'
import { refuseUnstorable } from './parse-json.ts'
import { mayCall, type Person } from './person.ts'
import {
  type Allowance,
  type Asked,
  type Authenticate,
  type AuthenticateKey,
  isAccepted,
  type Route,
  type Source,
} from './route.ts'
import { toErrorBody } from './server.ts'

type Options = {
  authenticate: Authenticate
  authenticateKey: AuthenticateKey
  answerOnce: AnswerOnce
  /** Hashes secret fields of requests that carry an Idempotency-Key. */
  inputMac: Mac
  mode: 'sandbox' | 'live'
  /** Whether everyone may use the sandbox calls: on loopback only. */
  sandboxOpen: boolean
}

/** Adds routes to the server. Guard, validation and the check of the answer are the same for all of them. */
export const registerRoutes = (app: FastifyInstance, routes: readonly Route[], options: Options) => {
  const isRaw = ({ call }: Route) => call.audience === 'engine'
  put(
    app,
    routes.filter((route) => !isRaw(route)),
    options,
  )
  // Signatures are computed over the raw bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    put(scope, routes.filter(isRaw), options)
  })
}

const put = (app: FastifyInstance, routes: readonly Route[], options: Options) => {
  for (const route of routes) {
    const { call } = route
    app.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => {
        const source = sourceOf(request)
        const bearer =
          call.audience === 'api'
            ? { person: undefined, apiKey: await admitKey(request, reply, call, source, options) }
            : { person: await admit(request, call.audience, source, options), apiKey: undefined }
        const asked: Asked<Call> = {
          params: parse(call.params, storable(request.params)),
          query: parse(call.query, storable(request.query)),
          body: parse(call.body, request.body),
          ...bearer,
          source,
          requestId: request.id,
          idempotencyKey: idempotencyKeyOf(request, call),
          nextCursor: (cursor) => {
            if (cursor !== undefined) reply.header('x-next-cursor', cursor)
          },
          raw: { request, reply },
        }
        if (bearer.person) requireFreedom(call, asked.body, bearer.person)
        const once = onceOf(route, asked, options.inputMac)
        if (once) {
          const { replayed, ...sent } = await options.answerOnce(once, () =>
            once.isCarried ? answerOrRefuse(route, asked) : answer(route, asked),
          )
          if (replayed) reply.header('idempotent-replayed', 'true')
          return send(reply, sent)
        }
        const answered = await route.answer(asked)
        if (call.media || reply.sent) return reply
        return send(reply, toSent(call, answered))
      },
    })
  }
}

const send = (reply: FastifyReply, { status, body }: Sent) =>
  reply.code(status).type('application/json; charset=utf-8').send(body)

const toSent = (call: Call, answered: unknown): Sent => {
  const [status, shape, body] = isAccepted(answered)
    ? ([202, call.accepted, answered.body] as const)
    : ([200, call.output, answered] as const)
  // An answer that does not match its declaration is our bug, and may contain secrets.
  if (!shape) throw new Error(`${call.path} has no answer ${status}`)
  return { status, body: JSON.stringify(shape.parse(body)) }
}

/**
 * A program's request runs again after a crash: its effect stores the key, or running it twice changes nothing. A
 * person's request does not, unless its route stores the key. A refusal does not use up a person's key, because a form
 * is corrected and sent again.
 */
const onceOf = ({ call, carriesKey }: Route, asked: Asked<Call>, mac: Mac): OnceOnly | undefined => {
  const { idempotencyKey: key, apiKey, person } = asked
  if (key === undefined || call.method !== 'POST') return undefined
  const inputHashes = hashInput(mac, call, asked)
  const isSecret = call.secret ?? false
  if (apiKey) return { scope: `merchant:${apiKey.merchantId}`, key, inputHashes, isCarried: true, isSecret }
  if (!person || carriesKey || call.audience === 'sandbox') return undefined
  return { scope: `person:${person.kind}:${person.id}`, key, inputHashes, isCarried: false, isSecret }
}

const answer = async (route: Route, asked: Asked<Call>): Promise<Sent> => toSent(route.call, await route.answer(asked))

/**
 * A refusal is stored and repeated like an answer, unless it only means that we could not answer or that it was too
 * early.
 */
const answerOrRefuse = async (route: Route, asked: Asked<Call>): Promise<Sent> => {
  try {
    return await answer(route, asked)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.retryAfterSeconds !== undefined) throw error
    return { status: error.status, body: JSON.stringify(toErrorBody(error, asked.requestId)) }
  }
}

/** In HTTP the name of a scheme is case-insensitive. */
const bearerOf = (request: FastifyRequest) =>
  /^Bearer +([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]

/** Requires a key of the merchant with the scope. Its limit is sent with every answer, also with a refusal. */
const admitKey = async (request: FastifyRequest, reply: FastifyReply, call: Call, source: Source, options: Options) => {
  const token = bearerOf(request)
  if (token === undefined) throw new ApiError('invalid-api-key', { message: 'Send an API key as a Bearer token.' })
  const { apiKey, allowance } = await options.authenticateKey(token, source)
  setAllowanceHeaders(reply, allowance)
  if (call.scope === undefined) throw new Error(`${call.path} has no scope`)
  if (!apiKey.scopes.includes(call.scope)) {
    throw new ApiError('scope-missing', {
      message: `This API key doesn’t have the scope "${call.scope}".`,
      fields: [{ path: 'scope', message: call.scope }],
    })
  }
  return apiKey
}

/** Sends the remaining requests of a key, and refuses when none is left. */
export const setAllowanceHeaders = (reply: FastifyReply, allowance: Allowance | undefined) => {
  if (!allowance) return
  reply.headers({
    'ratelimit-limit': String(allowance.limit),
    'ratelimit-remaining': String(allowance.remaining),
    'ratelimit-reset': String(allowance.resetSeconds),
  })
  if (allowance.exceeded) throw new ApiError('rate-limited', { retryAfterSeconds: allowance.resetSeconds })
}

const admit = async (request: FastifyRequest, audience: Audience, source: Source, options: Options) => {
  if (audience === 'sandbox' && options.mode !== 'sandbox') throw new ApiError('not-found')
  if (audience === 'public' || audience === 'engine') return undefined
  const token = bearerOf(request)
  const person: Person | undefined = token ? await options.authenticate(token, source) : undefined
  if (audience === 'sandbox') {
    if (!options.sandboxOpen && person?.kind !== 'admin') throw new ApiError(person ? 'forbidden' : 'not-signed-in')
    return person
  }
  if (!person) throw new ApiError('not-signed-in')
  if (!mayCall(person, audience)) throw new ApiError('forbidden')
  return person
}

/** Refuses what a session may not do yet: everything before enrollment, or what needs a recent password check. */
const requireFreedom = (call: Call, body: unknown, person: Person) => {
  if (person.mustEnroll && !call.whileEnrolling) throw new ApiError('enrollment-needed')
  if (needsRecentPassword(call, body) && !person.passwordIsRecent) throw new ApiError('password-needed')
}

const needsRecentPassword = ({ recentPassword }: Call, body: unknown) => {
  if (recentPassword === undefined || recentPassword === true) return recentPassword ?? false
  const given = Object.entries(typeof body === 'object' && body !== null ? body : {})
  return given.some(([name, value]) => value !== undefined && recentPassword.includes(name))
}

const sourceOf = (request: FastifyRequest): Source => ({
  address: request.ip,
  device: (request.headers['user-agent'] ?? 'unknown').slice(0, 300),
})

/** Programs and browsers have separate key namespaces, so that a program's order numbers cannot collide with a form. */
const idempotencyKeyOf = (request: FastifyRequest, call: Call) => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ApiError('invalid-request', { message: 'Idempotency-Key must be 1 to 200 visible characters.' })
  }
  return call.audience === 'api' ? `v1:${key}` : key
}

/** A URL can contain characters that the database cannot store. Bodies were checked when they were parsed. */
const storable = (value: unknown): unknown => {
  refuseUnstorable(value)
  return value
}

/** What a call does not declare must not be sent. */
const nothing = z.strictObject({}).transform(() => undefined)

const parse = (shape: z.ZodType | undefined, value: unknown): unknown => {
  const parsed = (shape ?? nothing).safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new ApiError('invalid-request', { message: fields[0]?.message, fields: fields.slice(0, 20) })
}
