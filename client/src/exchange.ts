import { BitquayError, errorOf } from './bitquay-error.ts'

export type Settings = {
  url: string
  apiKey: string
  /** How often a request is sent again after the first time. */
  retries: number
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

const firstWaitMs = 250
const longestWaitMs = 20_000

/**
 * Sends a request until it gets a response. Every POST carries a key, so sending it again after a lost response never
 * does it twice. All other requests are safe to repeat.
 */
export const exchange = async (settings: Settings, wire: Wire): Promise<Response> => {
  const key = wire.method === 'POST' ? (wire.idempotencyKey ?? crypto.randomUUID()) : undefined
  for (let attempt = 0; ; attempt++) {
    const outcome = await sendOnce(settings, wire, key)
    if (outcome instanceof Response && outcome.ok) return outcome
    const error = outcome instanceof Response ? await errorOf(outcome) : outcome
    if (attempt >= settings.retries || !mayPass(error) || wire.signal?.aborted) throw error
    await wait(waitMsOf(outcome, attempt), wire.signal)
  }
}

const sendOnce = async (settings: Settings, wire: Wire, key: string | undefined): Promise<Response | BitquayError> => {
  const timeout = AbortSignal.timeout(settings.timeoutMs)
  try {
    return await settings.fetch(addressOf(settings.url, wire), {
      method: wire.method,
      redirect: 'error',
      signal: wire.signal ? AbortSignal.any([wire.signal, timeout]) : timeout,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${settings.apiKey}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(wire.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(wire.body === undefined ? {} : { body: JSON.stringify(wire.body) }),
    })
  } catch (cause) {
    if (wire.signal?.aborted) throw cause
    return new BitquayError(0, 'Couldn’t reach the API.', {}, cause)
  }
}

/** No response, too many requests, our own first attempt still running, or a server error. */
const mayPass = ({ status, code }: BitquayError) =>
  status === 0 || status === 429 || status >= 500 || code === 'request-in-progress'

const waitMsOf = (outcome: Response | BitquayError, attempt: number) => {
  const retryAfterSeconds = outcome instanceof Response ? Number(outcome.headers.get('retry-after')) : 0
  const own = firstWaitMs * 2 ** attempt * (0.5 + Math.random())
  return Math.min(retryAfterSeconds > 0 ? retryAfterSeconds * 1000 : own, longestWaitMs)
}

const wait = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

const addressOf = (url: string, { path, params, query }: Wire) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return `${url.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`
}
