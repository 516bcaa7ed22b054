import type { Call } from '@bitquay/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Mac } from '../crypto/mac.ts'
import type { AnswerOnce, OnceOnly, Sent } from './answer-once.ts'
import { ApiError } from './api-error.ts'
import { createDownloadPlaces, type TakeDownloadPlace } from './download-places.ts'
import { foldQuery } from './fold-query.ts'
import { keyOfPerson, keyOfProgram } from './idempotency-key.ts'
import { hashInput } from './input-hash.ts'
import { refuseUnstorable } from './parse-json.ts'
import type { ApiKey, Person, TillDevice } from './person.ts'
import { plainIssue, unknownField } from './plain-issue.ts'
import { credentialOf, requireRight } from './require-right.ts'
import {
  type Allowance,
  type Asked,
  type Authenticate,
  type AuthenticateDevice,
  type AuthenticateKey,
  isAccepted,
  type KeyRequest,
  type Route,
  type Source,
} from './route.ts'
import { toErrorBody } from './server.ts'

type Options = {
  authenticate: Authenticate
  authenticateKey: AuthenticateKey
  authenticateDevice: AuthenticateDevice
  /** Called before a request of a person or a device that changes something. Refuses when there were too many. */
  countChange: (person: Person) => Promise<void>
  countDeviceChange: (deviceId: number) => Promise<void>
  /** Called after each request of a key. */
  recordRequest: (request: KeyRequest) => void
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
  const takePlace = createDownloadPlaces()
  put(
    app,
    routes.filter((route) => !isRaw(route)),
    options,
    takePlace,
  )
  refuseOtherMethods(
    app,
    routes.map(({ call }) => call),
  )
  // Signatures are computed over the raw bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    put(scope, routes.filter(isRaw), options, takePlace)
  })
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * A path that exists answers 405 to other methods, and says which it has. Whether a sandbox exists is not revealed. Before
 * the body is read, so that its type doesn't matter. A route for each of these methods would take longer to add than all
 * others, so paths are compared when no route fits.
 */
const refuseOtherMethods = (app: FastifyInstance, calls: readonly Call[]) => {
  const known = new Map<string, string[]>()
  for (const { audience, path, method } of calls) {
    if (audience === 'sandbox' || audience === 'engine') continue
    known.set(path, [...(known.get(path) ?? []), method])
  }
  const refuse = (reply: FastifyReply, names: readonly string[]) => {
    reply.header('allow', names.join(', '))
    throw new ApiError('method-not-allowed')
  }
  const paths = [...known].map(([url, names]) => ({ url, names, parts: url.split('/') }))
  // A name goes before a parameter in the same place, as in the router.
  paths.sort((a, b) => (orderOf(a.url) < orderOf(b.url) ? -1 : 1))
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !methods.some((method) => method === request.method)) return
    const asked = request.url.split('?')[0]?.split('/') ?? []
    const path = paths.find(({ parts }) => fitsPath(parts, asked))
    if (path) refuse(reply, path.names)
  })
  const withParameters = calls
    .filter(({ path }) => path.includes('/:'))
    .map((call) => ({ call, parts: call.path.split('/') }))
  for (const { url, names, parts } of paths) {
    // Another path with a parameter in this place has the method, and its route would fit.
    const others = withParameters.filter(
      ({ call, parts: pattern }) => !names.includes(call.method) && call.path !== url && fitsPath(pattern, parts),
    )
    const method = [...new Set(others.map(({ call }) => call.method))]
    if (method.length === 0) continue
    app.route({
      method,
      url,
      onRequest: async (_request, reply) => refuse(reply, names),
      handler: async () => undefined,
    })
  }
}

const orderOf = (path: string) => path.replaceAll(/:\w+/g, '\uffff')

/** Whether a path is one of those that a pattern such as `/api/v1/invoices/:id` stands for, both by their parts. */
const fitsPath = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]))

const put = (app: FastifyInstance, routes: readonly Route[], options: Options, takePlace: TakeDownloadPlace) => {
  for (const route of routes) {
    const { call } = route
    app.route({
      method: call.method,
      url: call.path,
      ...largeBody(call, options),
      onResponse: async (request, reply) => recordRequest(request, reply, options.recordRequest),
      handler: async (request, reply) => {
        const source = sourceOf(request)
        const bearer = await admitCaller(request, reply, call, source, options)
        const asked: Asked<Call> = {
          params: parse(call.params, storable(request.params)),
          query: parse(call.query, storable(foldQuery(request.query))),
          body: parse(call.body, request.body, call.optionFields),
          ...bearer,
          source: bearer.person ? { ...source, client: `session:${bearer.person.sessionId}` } : source,
          requestId: request.id,
          idempotencyKey: idempotencyKeyOf(request, call, bearer.person),
          joinAnswer: undefined,
          nextCursor: (cursor) => {
            if (cursor !== undefined) reply.header('x-next-cursor', cursor)
          },
          raw: { request, reply },
        }
        if (bearer.person) requireFreedom(call, asked.body, bearer.person)
        if (isChange(call)) await countCaller(bearer, options)
        const once = onceOf(route, asked, options.inputMac)
        if (once) {
          const { replayed, ...sent } = await options.answerOnce(once, (join) => {
            const joining = { ...asked, joinAnswer: (answered: unknown) => join(toSent(call, answered)) }
            return once.isCarried ? answerOrRefuse(route, joining) : answer(route, joining)
          })
          if (replayed) reply.header('idempotent-replayed', 'true')
          return send(reply, sent)
        }
        if (isFile(call) && bearer.person) await takePlace(bearer.person, reply)
        const answered = await route.answer(asked)
        if (call.media || reply.sent) return reply
        return send(reply, toSent(call, answered))
      },
    })
  }
}

/** Calls about a session, such as ending it, have limits of their own. */
const isChange = ({ method, path }: Call) => method !== 'GET' && !path.startsWith('/api/auth/')

const countCaller = async (
  { person, device }: { person: Person | undefined; device: TillDevice | undefined },
  { countChange, countDeviceChange }: Options,
) => {
  if (person) await countChange(person)
  if (device) await countDeviceChange(device.id)
}

/** A stream of events is open for as long as a page is. */
const isFile = ({ media }: Call) => media !== undefined && media !== 'text/event-stream'

/** A large body is read only from someone who may send it. */
const largeBody = (call: Call, options: Options) =>
  call.mostBodyBytes === undefined
    ? {}
    : {
        bodyLimit: call.mostBodyBytes,
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          await admitCaller(request, reply, call, sourceOf(request), options)
        },
      }

/** Finds out who the caller is, and refuses a call that they may not make. */
const admitCaller = async (
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  source: Source,
  options: Options,
) => {
  if (call.audience === 'sandbox' && options.mode !== 'sandbox') throw new ApiError('not-found')
  const token = bearerOf(request)
  const credential = credentialOf(call, keyStart.test(token ?? ''))
  const caller = {
    person: credential === 'session' && token ? await options.authenticate(token, source) : undefined,
    apiKey: credential === 'key' && token ? await findKey(token, request, reply, call, options) : undefined,
    device: credential === 'device' ? await findDevice(request, source, options) : undefined,
  }
  requireRight(call, caller, options.sandboxOpen)
  return caller
}

const keyStart = /^bq_(live|test)_/

/** A device is admitted to the till in the path only. */
const findDevice = (request: FastifyRequest, source: Source, { authenticateDevice }: Options) => {
  const { slug = '' } = request.params as { slug?: string }
  return authenticateDevice(slug, request.headers.cookie, source)
}

/** A key's limit is sent with every answer, also with a refusal. */
const findKey = async (token: string, request: FastifyRequest, reply: FastifyReply, call: Call, options: Options) => {
  const { apiKey, allowance } = await options.authenticateKey(token, sourceOf(request), { changes: isChange(call) })
  rememberKey(request, apiKey)
  setAllowanceHeaders(reply, allowance)
  return apiKey
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

/** The key of each request that is being answered. */
const admittedKeys = new WeakMap<FastifyRequest, ApiKey>()

export const rememberKey = (request: FastifyRequest, apiKey: ApiKey) => admittedKeys.set(request, apiKey)

const longestSavedPath = 200

/** The query is left out because it contains what people search for, and what looks like a key is cut. */
export const recordRequest = (request: FastifyRequest, reply: FastifyReply, record: Options['recordRequest']) => {
  const apiKey = admittedKeys.get(request)
  if (!apiKey) return
  const [path = ''] = request.url.split('?')
  record({
    apiKey,
    method: request.method,
    path: path.replace(/(bq_(?:live|test)_|whsec_|[;&=]|%3f).*/i, '$1…').slice(0, longestSavedPath),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    requestId: request.id,
  })
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

/** Programs and people have separate keys: nobody at a counter can use up the order numbers of a shop's program. */
const idempotencyKeyOf = (request: FastifyRequest, call: Call, person: Person | undefined) => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ApiError('invalid-request', { message: 'Idempotency-Key must be 1 to 200 visible characters.' })
  }
  if (call.audience === 'api') return keyOfProgram(key)
  return person ? keyOfPerson(key) : key
}

/** A URL can contain characters that the database cannot store. Bodies were checked when they were parsed. */
const storable = (value: unknown): unknown => {
  refuseUnstorable(value)
  return value
}

/** What a call does not declare must not be sent. */
const nothing = z.strictObject({}).transform(() => undefined)

const parse = (shape: z.ZodType | undefined, value: unknown, optionFields?: readonly string[]): unknown => {
  const parsed = (shape ?? nothing).safeParse(value ?? {}, { error: plainIssue })
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.flatMap(namesOf)
  const isOption = parsed.error.issues.some(
    ({ code, path }) => code === 'unrecognized_keys' || optionFields?.includes(String(path[0])),
  )
  throw new ApiError(optionFields && isOption ? 'invalid-option' : 'invalid-request', {
    message: fields[0]?.message,
    fields: fields.slice(0, 20),
  })
}

/** The fields that an issue is about. Fields that don't exist are named too. */
const namesOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: unknownField(issue.path, key) }))
    : [{ path: issue.path.join('.'), message: issue.message }]
