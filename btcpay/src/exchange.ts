import { type Dispatcher, request } from 'undici'
import { NotConnectedError } from './guarded-connect.ts'
import type { Unknown, Unreachable } from './outcome.ts'

export type ExchangeRequest = {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body?: string
}

export type ExchangeLimits = {
  /** From start to the last byte of the body, so that a slowly sent body ends too. */
  timeoutMs: number
  maxBodyBytes: number
  signal?: AbortSignal
}

export type Answer = { kind: 'answered'; status: number; location?: string; retryAfterMs?: number; text: string }

/** One request and its whole response as text. Never throws: each failure has its own outcome. */
export const exchange = async (
  dispatcher: Dispatcher,
  call: ExchangeRequest,
  limits: ExchangeLimits,
): Promise<Answer | Unreachable | Unknown> => {
  if (limits.signal?.aborted === true) {
    return { kind: 'unreachable', reason: 'aborted', message: 'canceled before the request was sent' }
  }
  const deadline = startDeadline(limits)
  try {
    const response = await request(call.url, {
      dispatcher,
      method: call.method,
      headers: call.headers,
      body: call.body ?? null,
      signal: deadline.signal,
      // The deadline above covers these phases too. undici's own limits would only hide which one was hit.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const text = await readText(response.body, limits.maxBodyBytes)
    const retryAfterMs = readRetryAfterMs(response.headers['retry-after'])
    const location = response.headers.location
    return {
      kind: 'answered',
      status: response.statusCode,
      text,
      ...(typeof location === 'string' ? { location } : {}),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }
  } catch (error) {
    return explainFailure(error, deadline.endedBy())
  } finally {
    deadline.clear()
  }
}

class UnreadableBodyError extends Error {
  readonly reason: 'too-large' | 'not-json'

  constructor(reason: 'too-large' | 'not-json', message: string) {
    super(message)
    this.reason = reason
  }
}

const readText = async (body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop destroys the stream and its connection.
    if (size > maxBytes) throw new UnreadableBodyError('too-large', `the response is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new UnreadableBodyError('not-json', 'the response isn’t UTF-8')
  }
}

const explainFailure = (error: unknown, endedBy: 'timeout' | 'aborted' | undefined): Unreachable | Unknown => {
  if (error instanceof NotConnectedError) {
    return { kind: 'unreachable', reason: error.reason, message: error.message }
  }
  if (error instanceof UnreadableBodyError) return { kind: 'unknown', reason: error.reason, message: error.message }
  if (endedBy === 'timeout') return { kind: 'unknown', reason: 'timeout', message: 'no complete response in time' }
  if (endedBy === 'aborted') return { kind: 'unknown', reason: 'aborted', message: 'canceled while waiting' }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  // undici refuses invalid requests, such as a key with a line break in it, before it sends anything.
  if (code === 'UND_ERR_INVALID_ARG') {
    return { kind: 'unreachable', reason: 'bad-request', message: 'couldn’t send the request' }
  }
  return { kind: 'unknown', reason: 'connection-lost', message: `the connection was lost (${code})` }
}

const startDeadline = ({ timeoutMs, signal }: ExchangeLimits) => {
  const controller = new AbortController()
  let endedBy: 'timeout' | 'aborted' | undefined
  const end = (by: 'timeout' | 'aborted') => {
    endedBy ??= by
    controller.abort()
  }
  const onAbort = () => end('aborted')
  const timer = setTimeout(() => end('timeout'), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    endedBy: () => endedBy,
    clear: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

/** Seconds or a date. Any other value counts as missing. */
const readRetryAfterMs = (header: string | string[] | undefined): number | undefined => {
  if (typeof header !== 'string') return undefined
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
