import manifest from '../package.json' with { type: 'json' }
import { BitquayError, ConnectionError, errorOf } from './bitquay-error.ts'
import { createDeadline, untilAborted } from './create-deadline.ts'
import { webCrypto } from './web-crypto.ts'

export type Settings = {
  url: string
  apiKey: string
  /** How often a request is sent again after the first time. */
  retries: number
  retryRateLimited: boolean
  timeoutMs: number
  fetch: typeof fetch
}

export type Wire = {
  method: string
  path: string
  params?: Record<string, string | number> | undefined
  query?: object | undefined
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

export type Received = { body: unknown; nextCursor: string | undefined }

const firstWaitMs = 250
const longestOwnWaitMs = 20_000
/** A limit for what a server wants, so that nobody can stop a program. */
const longestWaitMs = 60_000

/**
 * Sends a request until it gets a response. Every POST carries a key, so sending it again after a lost response never
 * does it twice. All other requests are safe to repeat.
 */
export const exchange = async (settings: Settings, wire: Wire): Promise<Received> => {
  const key = wire.method === 'POST' ? (wire.idempotencyKey ?? (await webCrypto()).randomUUID()) : undefined
  for (let attempt = 0; ; attempt++) {
    const outcome = await sendOnce(settings, wire, key)
    if (!(outcome instanceof BitquayError)) return outcome
    if (attempt >= settings.retries || !mayPass(outcome, attempt, settings)) throw outcome
    await wait(waitMsOf(outcome, attempt), wire.signal)
  }
}

const sendOnce = async (
  settings: Settings,
  wire: Wire,
  idempotencyKey: string | undefined,
): Promise<Received | BitquayError> => {
  const deadline = createDeadline(settings.timeoutMs, wire.signal)
  try {
    const sending = settings.fetch(addressOf(settings.url, wire), {
      method: wire.method,
      redirect: 'error',
      signal: deadline.signal,
      headers: {
        accept: 'application/json',
        ...identityOf(settings),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(wire.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(wire.body === undefined ? {} : { body: JSON.stringify(wire.body) }),
    })
    const response = await untilAborted(sending, deadline.signal)
    const body = readJson(await untilAborted(response.text(), deadline.signal))
    if (!response.ok || body === undefined) return refusalOf(response, body, idempotencyKey)
    return { body, nextCursor: response.headers.get('x-next-cursor') ?? undefined }
  } catch (cause) {
    if (wire.signal?.aborted) throw cause
    return new ConnectionError({ status: 0, message: 'Couldn’t reach the API.', idempotencyKey, cause })
  } finally {
    deadline.clear()
  }
}

/** A browser keeps its own User-Agent. */
export const identityOf = ({ apiKey }: Settings) => ({
  authorization: `Bearer ${apiKey}`,
  'user-agent': `bitquay-client/${manifest.version}`,
})

export const refusalOf = (response: Response, body: unknown, idempotencyKey?: string): BitquayError => {
  const said: { message?: string } = typeof body === 'object' && body !== null ? body : {}
  const unreadable = response.ok ? 'The response isn’t JSON.' : `The API returned ${response.status}.`
  return errorOf({
    status: response.status,
    message: said.message ?? unreadable,
    body: said,
    requestId: response.headers.get('x-request-id') ?? undefined,
    idempotencyKey,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
  })
}

export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * No response, or the server couldn't answer. A 4xx is an answer and isn't repeated, with two exceptions: our own lost
 * attempt that still runs, and a rate limit if the caller wants to wait for it.
 */
const mayPass = ({ status, code }: BitquayError, attempt: number, { retryRateLimited }: Settings) =>
  status === 0 ||
  status >= 500 ||
  (code === 'request-in-progress' && attempt > 0) ||
  (status === 429 && retryRateLimited)

export const waitMsOf = (error: BitquayError, attempt: number) => {
  const own = firstWaitMs * 2 ** Math.min(attempt, 10) * (0.5 + Math.random())
  const { retryAfterSeconds } = error
  return retryAfterSeconds === undefined
    ? Math.min(own, longestOwnWaitMs)
    : Math.min(retryAfterSeconds * 1000, longestWaitMs)
}

export const wait = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

export const addressOf = (url: string, { path, params, query }: Pick<Wire, 'path' | 'params' | 'query'>) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}).flatMap(flatten)) search.set(name, value)
  return `${url.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`
}

/** A filter with names of its own is written as `metadata[color]=blue`. */
const flatten = ([name, value]: [string, QueryValue]): [string, string][] => {
  if (value === undefined) return []
  if (typeof value !== 'object' || isList(value)) return [[name, String(value)]]
  return Object.entries(value).map(([key, entry]) => [`${name}[${key}]`, entry])
}

type QueryValue = string | number | boolean | readonly string[] | Record<string, string> | undefined

const isList = (value: QueryValue): value is readonly string[] => Array.isArray(value)
